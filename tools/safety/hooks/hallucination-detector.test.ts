import { expect, test } from 'vitest'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { hallucinationDetectorHook } from './hallucination-detector.ts'
import type { Claim } from './hook.ts'

const TOKEN = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const book = {
  chainId: 31_337,
  nativeSymbol: 'ETH',
  tokens: [{ symbol: 'T', name: 'T', address: TOKEN, decimals: 2 }],
  protocols: {},
} as const

/** What the chain shows of the token: 10,000 before, 4,000 less afterwards, at prices of 20 and 20.5 USD. */
const evidence = buildEvidence({
  balances: [{ token: TOKEN, before: 10_000n, after: 6_000n }],
  prices: {
    of: () => ({ lowest: { answer: 2_000n, decimals: 2 }, highest: { answer: 2_050n, decimals: 2 } }),
  },
})
const ask = (claim: Partial<Claim>, changes: Partial<typeof evidence> = {}) => {
  const claims = [{ subject: 'balance', token: 'T', value: '', ...claim } satisfies Claim]
  return () =>
    hallucinationDetectorHook.check(buildRequest({ book, claims, evidence: { ...evidence, ...changes } }))
}

test.each<[subject: Claim['subject'], value: string]>([
  ['balance', '10000'],
  ['balance', '9900'],
  ['balance', '10100'],
  ['amount-out', '-4000'],
  ['price', '20.5'],
  ['price', '20'],
  ['price', '19.8'],
  ['symbol', 'T'],
])('default: a %s of %s is what the chain shows, within a hundredth', (subject, value) => {
  expect(ask({ subject, value })()).toEqual({ kind: 'allow' })
})

test.each<[subject: Claim['subject'], value: string]>([
  ['balance', '9899'],
  ['balance', '10102'],
  // As it is afterwards.
  ['balance', '6000'],
  ['balance', 'much'],
  ['balance', (2n ** 256n).toString()],
  ['amount-out', '4000'],
  ['amount-out', '6000'],
  ['price', '19.7'],
  ['price', '20.8'],
  ['price', 'high'],
  ['symbol', 't'],
  ['symbol', 'WETH'],
])('I36: error: HALLUCINATED_CLAIM for a %s of %s', (subject, value) => {
  expect(ask({ subject, value })).toThrow(
    expect.objectContaining({ code: 'HALLUCINATED_CLAIM', layer: 'hallucination-detector' }),
  )
})

test('I36: error: HALLUCINATED_CLAIM about what nobody knows', () => {
  const denied = expect.objectContaining({ code: 'HALLUCINATED_CLAIM' })
  for (const subject of ['balance', 'price', 'symbol', 'amount-out'] as const) {
    expect(ask({ subject, token: 'U', value: '0' })).toThrow(denied)
  }
  expect(ask({ subject: 'balance', value: '0' }, { balances: [] })).toThrow(denied)
  const unread = { balances: [{ token: TOKEN, before: 0n, after: 0n }], unreadAssets: [TOKEN] } as const
  expect(ask({ subject: 'balance', value: '0' }, { ...unread, unreadAssets: [] })).not.toThrow()
  for (const subject of ['balance', 'amount-out'] as const) {
    expect(ask({ subject, value: '0' }, unread)).toThrow(denied)
  }
  const { of } = buildEvidence().prices
  expect(ask({ subject: 'price', value: '0' }, { prices: { of } })).toThrow(denied)
})

test('I36: all that is held may leave, and no more', () => {
  const leave =
    (amountBaseUnits: bigint, changes: Partial<typeof evidence> = {}) =>
    () => {
      const outflows = [{ token: TOKEN, amountBaseUnits }] as const
      return hallucinationDetectorHook.check(
        buildRequest({ book, evidence: { ...evidence, outflows, ...changes } }),
      )
    }
  expect(leave(10_000n)()).toEqual({ kind: 'allow' })
  const denied = expect.objectContaining({ code: 'HALLUCINATED_BALANCE' })
  expect(leave(10_001n)).toThrow(denied)
  // Of what nobody looked at nothing is held.
  expect(leave(1n, { balances: [] })).toThrow(denied)
})
