import { type Address, pad } from 'viem'
import { expect, test } from 'vitest'
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
