import { expect, test } from 'vitest'
import { exactly } from '../../../vocabulary/interval.ts'
import type { Effect } from '../effect/effect.ts'
import type { PriceFact } from '../price-model.ts'
import { createChecks, type Denial, deny } from '../verdict.ts'
import type { JudgedAction } from './judged-action.ts'
import { meetLimits } from './meet-limits.ts'

const FEED = { answer: 100_000_000n, decimals: 8, updatedAtSeconds: 100, maxStalenessSeconds: 50 }
const SOUND = { primary: FEED, secondary: FEED }
const NONE = { primary: undefined, secondary: undefined }
const DOUBTED = { primary: FEED, secondary: { ...FEED, answer: 90_000_000n } }
const LIMITS = { perTransactionUsdc: 1_000n, perDayUsdc: 1_000n, hotLaneUsdc: 1_000n }

/** Judge what goes out and comes in, at the prices of DAI; a later check may deny as well. */
function judge(
  effect: Partial<Pick<Effect, 'outflows' | 'inflows' | 'reverts'>>,
  dai: PriceFact,
  isRisk: boolean,
  later?: Denial,
) {
  const checks = createChecks()
  const action = {
    checks,
    rules: {
      numeraire: 'USDC',
      decimals: new Map([['DAI', 18]]),
      lists: { nativeSymbol: 'ETH', wrappedSymbol: 'WETH' },
      limits: LIMITS,
      maxPriceDivergenceBps: 200,
    },
    state: { spends: [] },
    command: {},
    effect: { outflows: [], growth: [], inflows: [], cage: {}, reverts: false, ...effect },
    facts: {
      baseFeeWei: 0n,
      now: { wallMs: 100_000, chainSeconds: 100 },
      prices: new Map([
        ['USDC', SOUND],
        ['DAI', dai],
      ]),
      allowances: [],
      calls: [],
    },
    now: { wallMs: 100_000, chainSeconds: 100 },
  }
  meetLimits(action as unknown as JudgedAction, isRisk)
  if (later) checks.check(undefined, later)
  return checks.verdicts()
}

const missing = deny('spending-limiter', 'PRICE_MISSING')
const diverged = deny('spending-limiter', 'PRICE_DIVERGED')
const tooMuch = deny('spending-limiter', 'SPEND_PER_TRANSACTION')
const goes = { outflows: [{ token: 'DAI', amount: exactly(1n) }] }
const comes = { inflows: ['DAI'] }

test('I10: what goes out or comes in without a price is denied, risk where a price is in doubt', () => {
  for (const effect of [goes, comes]) {
    expect(judge(effect, NONE, true)).toEqual([missing])
    expect(judge(effect, NONE, false)).toEqual([missing])
    expect(judge(effect, DOUBTED, true)).toEqual([diverged])
    expect(judge(effect, DOUBTED, false)).toEqual(['allowed'])
    expect(judge(effect, SOUND, true)).toEqual(['allowed'])
  }
})

test('I10: what may fail is denied for what comes in only where nothing denies it before', () => {
  const failing = deny('simulator', 'SIMULATION_REVERTED')
  for (const [dai, denial] of [
    [NONE, missing],
    [DOUBTED, diverged],
  ] as const) {
    const late = (effect: typeof goes | typeof comes, reverts: boolean | undefined) =>
      judge({ ...effect, reverts }, dai, true, failing)
    expect(late(comes, undefined)).toEqual([denial, failing])
    expect(late(comes, true)).toEqual([failing, 'allowed'])
    expect(late(goes, undefined)).toEqual([denial])
  }
})

test('I4: what fails may count its approval as well, what is done does not', () => {
  const of = (most: bigint) => ({ outflows: [{ token: 'USDC', amount: { least: 0n, most } }] })
  const judged = (most: bigint, reverts: boolean | undefined) => judge({ ...of(most), reverts }, SOUND, true)
  expect(judged(500n, undefined)).toEqual(['allowed'])
  for (const reverts of [undefined, true]) expect(judged(501n, reverts)).toContainEqual(tooMuch)
  expect(judged(1_000n, false)).toEqual(['allowed'])
})
