import { type Address, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { defineBase } from './base.ts'
import { type CallDecoder, type DecoderClaim, NO_EFFECT } from './call-decoder.ts'
import { indexDecoders } from './decoder-index.ts'
import { defineProtocol, type ProtocolSpec } from './protocol.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [vault, token, feed, account] = [at('1'), at('2'), at('3'), at('a')]
const SELECTOR = '0xa9059cbb'

const define = (id: string, spec: Partial<ProtocolSpec>) =>
  defineProtocol(defineBase({ id, contracts: { vault: { abi: parseAbi(['function f()']) } } }), {
    title: id,
    standing: 'none',
    ...spec,
  })
const decoder = (functionName: string, ...claims: readonly DecoderClaim[]): CallDecoder => ({
  claims,
  decode: () => ({ ...NO_EFFECT, functionName }),
})
const own = define('own', {
  decoders: [decoder('own', { target: 'own', contracts: ['vault'], selectors: [SELECTOR] })],
})
const onToken = define('token', { decoders: [decoder('token', { target: 'token', selectors: [SELECTOR] })] })
const onAny = define('any', { decoders: [decoder('any', { target: 'any', selectors: [SELECTOR] })] })
const book = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [
    {
      symbol: 'T',
      name: 'T',
      decimals: 18,
      address: token,
      feed: { address: feed, decimals: 8, maxStalenessSeconds: 1, isModel: false },
    },
  ],
  protocols: { own: { vault } },
}
const call = (to: Address, data: `0x${string}` = SELECTOR) => ({ to, valueWei: 0n, data })

describe('indexDecoders', () => {
  test("behavior: a contract is its own protocol's, then a token, then any target", () => {
    // Whatever the order in which they are listed.
    for (const protocols of [
      [own, onToken, onAny],
      [onAny, onToken, own],
    ]) {
      const index = indexDecoders(protocols, book)
      const names = [vault, token, at('9'), feed].map((to) => index.decode(call(to), account)?.functionName)
      expect(names).toEqual(['own', 'token', 'token', 'any'])
    }
  })

  test('behavior: what nobody claims, and what throws, is not understood', () => {
    const broken = define('broken', {
      decoders: [
        {
          claims: [{ target: 'any', selectors: [SELECTOR] }],
          decode: () => {
            throw new Error('defect')
          },
        },
      ],
    })
    expect(indexDecoders([broken], book).decode(call(vault), account)).toBeUndefined()
    expect(indexDecoders([own], book).decode(call(vault, '0x12345678'), account)).toBeUndefined()
  })

  test('I31: a guard is asked before the decoder that claims the call', () => {
    const guard = define('guard', {
      guards: [{ selectors: [SELECTOR], forbid: () => ({ functionName: 'f', forbidden: 'everything' }) }],
    })
    expect(indexDecoders([own, guard], book).decode(call(vault), account)?.forbidden).toBe('everything')
  })

  test('error: equal claims are named at boot', () => {
    const twin = define('twin', { decoders: [decoder('twin', { target: 'any', selectors: [SELECTOR] })] })
    expect(() => indexDecoders([onAny, twin], book)).toThrow(
      'twin and any both claim 0xa9059cbb of any target: one of them has to give way',
    )
    const format = { format: 'path', decode: () => undefined }
    expect(() =>
      indexDecoders([define('a', { formats: [format] }), define('b', { formats: [format] })], book),
    ).toThrow('b and a both claim format path')
  })

  test('error: a claim on a contract that the base does not know', () => {
    const stray = decoder('x', { target: 'own', contracts: ['pool'], selectors: [SELECTOR] })
    expect(() => define('own', { decoders: [stray] })).toThrow('own: contract "pool" is not in its base')
  })
})
