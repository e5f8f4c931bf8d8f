import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinLabels, judgeFlow, LABELS, labelText, SINKS } from './taint.ts'

const STRICTNESS = ['allow', 'redact', 'deny']
const labels = fc.subarray([...LABELS])
const sink = fc.constantFrom(...SINKS)

describe('judgeFlow', () => {
  test.each([
    ['UntrustedExternal', 'model-context', 'allow'],
    ['UntrustedExternal', 'choice', 'deny'],
    ['WalletSecret', 'model-context', 'deny'],
    ['WalletSecret', 'event-bus', 'redact'],
    ['OwnerSecret', 'calldata', 'deny'],
    ['StrategyConfidential', 'model-context', 'allow'],
    ['StrategyConfidential', 'report', 'redact'],
    ['UserPII', 'rpc-upstream', 'deny'],
  ])('I42 I43: %s at %s is a matter of %s', (label, at, verdict) => {
    expect(judgeFlow([label], at)).toBe(verdict)
  })

  test('I43: an unknown label or sink is denied, members of Object included', () => {
    for (const label of ['Harmless', '', 'constructor', '__proto__', 'toString']) {
      expect(judgeFlow([label], 'log')).toBe('deny')
      expect(judgeFlow([], label)).toBe('deny')
      expect(judgeFlow(['UntrustedExternal'], label)).toBe('deny')
    }
  })

  test('I43: no secret is allowed anywhere, and no label makes a flow looser', () => {
    for (const at of SINKS) {
      for (const label of ['WalletSecret', 'OwnerSecret']) expect(judgeFlow([label], at)).not.toBe('allow')
    }
    fc.assert(
      fc.property(labels, labels, sink, (some, more, at) => {
        const strictness = (of: readonly string[]) => STRICTNESS.indexOf(judgeFlow(of, at))
        expect(strictness([...some, ...more])).toBe(Math.max(strictness(some), strictness(more)))
      }),
    )
  })
})

test('I42: what derives from several texts has the labels of all of them', () => {
  fc.assert(
    fc.property(labels, labels, (some, more) => {
      const joined = joinLabels([labelText('a', ...some), labelText('b', ...more)])
      expect(joined).toEqual(new Set([...some, ...more]))
    }),
  )
})
