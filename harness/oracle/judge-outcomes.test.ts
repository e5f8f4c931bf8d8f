import { type Address, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../tools/core/outcome.ts'
import { judgeOutcomes } from './judge-outcomes.ts'
import type { ToldOutcome } from './told-outcome.ts'

const [CAGE, TOKEN, SPENDER] = ['01', '02', '03'].map((byte) => pad(`0x${byte}`, { size: 20 })) as [
  Address,
  Address,
  Address,
]
const NONE = { assets: [], allowances: [], positions: [] }
const TOLD: ToldOutcome = {
  by: 'a_tool',
  expected: NONE,
  actual: NONE,
  toleranceBps: 0,
  groundTruthSource: 'receipt',
}
const contradiction = { law: 'oracle.actual-is-observed', subject: 'x', expected: '1', found: '2' }
const judge = (expected: bigint | undefined, actual: bigint | undefined, observed: bigint) => {
  const row = { token: TOKEN, owner: CAGE, spender: SPENDER, expected, actual, observed }
  const allowances = { rows: [row], contradictions: [contradiction] }
  const seen = { observed: [], positions: { moved: [], worth: [] }, allowances }
  return judgeOutcomes([TOLD], seen, CAGE, () => ({ symbol: 'T', decimals: 6 }))
}

test('I62: the record holds an allowance by all three accounts, and what contradicts them', () => {
  const { outcome, contradictions } = judge(1n, 2n, 3n)
  const row = { symbol: 'T', decimals: 6, token: TOKEN, owner: CAGE, spender: SPENDER }
  expect(outcome.allowances).toEqual([
    { ...row, expectedBaseUnits: '1', actualBaseUnits: '2', observedBaseUnits: '3' },
  ])
  expect(contradictions).toEqual([contradiction])
})

test('behavior: what nobody spoke of is missing, and zero is not', () => {
  expect(judge(undefined, 0n, 0n).outcome.allowances).toMatchObject([
    { expectedBaseUnits: null, actualBaseUnits: '0', observedBaseUnits: '0' },
  ])
})

test('I62: what is left of what passed through is measured by that, and the record says so', () => {
  const laws = (observed: bigint, through?: bigint) => {
    const assets = (deltaBaseUnits: bigint) => [{ token: TOKEN, account: CAGE, deltaBaseUnits }]
    const told: ToldOutcome = {
      ...TOLD,
      expected: { ...NONE, assets: assets(25n) },
      actual: { ...NONE, assets: assets(observed) },
      toleranceBps: 50,
      ...(through === undefined ? {} : { through: () => through }),
    }
    const seen = {
      observed: assets(observed),
      positions: { moved: [], worth: [] },
      allowances: { rows: [], contradictions: [] },
    }
    const judged = judgeOutcomes([told], seen, CAGE, () => ({ symbol: 'T', decimals: 6 }))
    return [judged.contradictions[0]?.expected, judged.outcome.through, judged.outcome.errorBps]
  }
  const through = [{ symbol: 'T', decimals: 6, token: TOKEN, throughBaseUnits: '10000' }]
  expect(laws(75n, 10_000n)).toEqual([undefined, through, 50])
  expect(laws(76n, 10_000n)).toEqual(['25 ± 50 bps of 10000 that passed through', through, 51])
  expect(laws(25n, 10_000n)).toEqual([undefined, undefined, 0])
  expect(laws(26n)).toEqual(['25 ± 50 bps', undefined, 400])
  expect(laws(26n, 24n)).toEqual(['25 ± 50 bps', undefined, 400])
})

describe('I52: what contradicts what is told', () => {
  const asset = (token: Address, deltaBaseUnits: bigint, account = CAGE) => ({
    token,
    account,
    deltaBaseUnits,
  })
  const side = (units: bigint) => ({ units, legs: [] })
  const LOT = { protocol: 'lender', key: pad('0x05'), place: pad('0x05'), lot: 0, kind: 'held' } as const
  const GONE = { ...LOT, before: side(7n), after: side(0n) }
  const WORTH = { protocol: 'lender', key: LOT.key, kind: 'held', token: TOKEN, amount: -9n } as const
  /** What is found where a tool tells this, and the chain shows that. */
  const find = (
    told: Partial<ToldOutcome['expected']>,
    seen: {
      readonly observed?: Outcome['assets']
      readonly moved?: readonly (typeof GONE)[]
      readonly worth?: readonly (typeof WORTH & { readonly before: bigint })[]
    },
  ) => {
    const outcome = { ...NONE, ...told }
    const { observed = [], moved = [], worth = [] } = seen
    const { outcome: record, contradictions } = judgeOutcomes(
      [{ ...TOLD, expected: outcome, actual: outcome, toleranceBps: 50 }],
      { observed, positions: { moved, worth }, allowances: { rows: [], contradictions: [] } },
      CAGE,
      () => ({ symbol: 'T', decimals: 6 }),
    )
    return [contradictions.map((each) => `${each.law} ${each.found}`), record.errorBps]
  }
  const both = (claimed: bigint, seen: bigint) => [
    `oracle.actual-is-observed ${claimed} (reported by a_tool)`,
    expect.stringMatching(`^oracle.observed-within-tolerance ${seen} `),
  ]

  test('is what moved of a token of which nobody told', () => {
    expect(find({}, { observed: [asset(TOKEN, -1n)] })[0]).toEqual(both(0n, -1n))
    const told = { assets: [asset(SPENDER, 5n)] }
    expect(find(told, { observed: [asset(SPENDER, 5n), asset(TOKEN, -1n)] })[0]).toEqual(both(0n, -1n))
  })

  test('is more than was told, as less is', () => {
    const told = { assets: [asset(TOKEN, 100n)] }
    expect(find(told, { observed: [asset(TOKEN, 100n)] })).toEqual([[], 0])
    expect(find(told, { observed: [asset(TOKEN, 101n)] })).toEqual([both(100n, 101n), 100])
    expect(find(told, { observed: [asset(TOKEN, 99n)] })).toEqual([both(100n, 99n), 100])
  })

  test('is nothing that another account got', () => {
    const told = { assets: [asset(TOKEN, 100n), asset(TOKEN, 50n, SPENDER)] }
    expect(find(told, { observed: [asset(TOKEN, 100n)] })).toEqual([[], 0])
  })

  test('is what a lot lost or what it comes to, as well', () => {
    expect(find({}, { moved: [GONE] })).toEqual([
      [expect.stringMatching(/^oracle.observed-within-tolerance -7 /)],
      10_000,
    ])
    const told = { worth: [WORTH] }
    expect(find(told, { worth: [{ ...WORTH, before: 9n }] })).toEqual([[], 0])
    const seen = [{ ...WORTH, amount: -18n, before: 100n }] as never
    expect(find(told, { worth: seen })).toEqual([
      [expect.stringMatching(/^oracle.actual-is-observed -9 /), 'oracle.observed-within-tolerance -18'],
      10_000,
    ])
  })
})
