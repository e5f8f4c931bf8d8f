import fc from 'fast-check'
import { bytesToHex, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { collectSecrets } from './collect-secrets.ts'

const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes): Hex => bytesToHex(bytes))
const strategies = fc.option(fc.string({ minLength: 24, maxLength: 64 }), { nil: undefined })
const keysOf = (privateKey: Hex) => [{ label: 'operator key', privateKey }]

describe('collectSecrets', () => {
  test('I43: a matcher that was kept finds what one made anew finds', () => {
    fc.assert(
      fc.property(hex32, strategies, strategies, fc.string(), (privateKey, strategy, other, noise) => {
        const keys = keysOf(privateKey)
        collectSecrets({ keys, strategy: other })
        collectSecrets({ keys, strategy })
        for (const text of [noise, privateKey, `${noise}${strategy}${noise}`, `${other}`]) {
          const kept = collectSecrets({ keys, strategy }).find(text)
          expect(kept).toBe(collectSecrets({ keys: keysOf(privateKey), strategy }).find(text))
        }
      }),
      { numRuns: 30 },
    )
  })

  test('I43: the same keys and strategy share a matcher; other keys, strategies and further secrets do not', () => {
    const keys = keysOf(`0x${'5a'.repeat(31)}01`)
    const matcher = collectSecrets({ keys, strategy: 'keep most of it stable' })
    expect(collectSecrets({ keys, strategy: 'keep most of it stable' })).toBe(matcher)
    expect(collectSecrets({ keys, strategy: 'sell everything at noon' })).not.toBe(matcher)
    expect(collectSecrets({ keys, strategy: undefined })).not.toBe(matcher)
    expect(collectSecrets({ keys: [...keys], strategy: 'keep most of it stable' })).not.toBe(matcher)
    const further = {
      label: 'token',
      bytes: new TextEncoder().encode('a token of the process'),
      isText: true,
    }
    const more = collectSecrets({ keys, strategy: 'keep most of it stable', secrets: [further] })
    expect(more.find('a token of the process')).toBe('token')
    expect(matcher.find('a token of the process')).toBeUndefined()
  })

  test.each([
    '',
    ' ',
    '\n\n',
  ])('behavior: a strategy without a word (%j) is no secret, and keys are still', (strategy) => {
    const privateKey: Hex = `0x${'5a'.repeat(31)}02`
    const matcher = collectSecrets({ keys: keysOf(privateKey), strategy })
    expect(matcher.find({ told: 'a text with words', beside: ' ' })).toBeUndefined()
    expect(matcher.find(privateKey)).toBe('operator key')
  })
})
