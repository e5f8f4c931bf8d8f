import { ToolError } from '../../core/errors.ts'
import { divideUp } from '../../kit/divide-up.ts'
import {
  type BuyingRound,
  leastShareOf,
  type SellingRound,
  tooManyRounds,
} from '../../kit/leverage-rounds.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { PRICE_SCALE, toCollateralValue } from './maths.ts'

/** Rounds that one transaction has room for. */
const MOST_ROUNDS = 8

/** What a position stands at between rounds, and what bounds them. */
export interface Standing {
  readonly collateral: bigint
  readonly debt: bigint
}

/** What rounds are made with. */
export interface RoundTerms {
  /** Of the collateral in the loan token, scaled by 10^36. */
  readonly price: bigint
  /** LTV that the position may reach between rounds. */
  readonly maxLtvBps: number
  readonly slippageBps: number
}

const mostDebt = ({ collateral }: Standing, { price, maxLtvBps }: RoundTerms): bigint =>
  (toCollateralValue(collateral, price) * BigInt(maxLtvBps)) / 10_000n

/** What is paid at most for collateral, rounded up. */
const costOf = (collateral: bigint, { price, slippageBps }: RoundTerms): bigint =>
  divideUp(collateral * price * BigInt(10_000 + slippageBps), PRICE_SCALE * 10_000n)

/**
 * Plan the rounds that buy collateral with borrowed money, each as large as the LTV allows.
 *
 * @throws ToolError INVALID_PARAMS when they are too many
 */
export function planBuying(start: Standing, extra: bigint, terms: RoundTerms): readonly BuyingRound[] {
  const rounds: BuyingRound[] = []
  let [standing, left] = [start, extra]
  while (left > 0n) {
    const room = mostDebt(standing, terms) - standing.debt
    const fits = costOf(left, terms) <= room
    const bought = fits
      ? left
      : (room * PRICE_SCALE * 10_000n) / (terms.price * BigInt(10_000 + terms.slippageBps))
    if (bought <= 0n || rounds.length === MOST_ROUNDS) throw tooManyRounds('/leverageBps', MOST_ROUNDS)
    const borrowed = costOf(bought, terms)
    rounds.push({ borrowed, bought })
    standing = { collateral: standing.collateral + bought, debt: standing.debt + borrowed }
    left -= bought
  }
  return rounds
}

/**
 * Plan the rounds that sell collateral until so much of the debt can be repaid, each as large as the LTV allows.
 *
 * @throws ToolError INVALID_PARAMS when they are too many
 */
export function planSelling(
  start: Standing,
  repaid: bigint,
  terms: RoundTerms,
  path: string,
): readonly SellingRound[] {
  const { price, maxLtvBps, slippageBps } = terms
  const rounds: SellingRound[] = []
  let [standing, left] = [start, repaid]
  while (left > 0n) {
    const kept = divideUp(standing.debt * PRICE_SCALE * 10_000n, price * BigInt(maxLtvBps))
    const free = standing.collateral - kept
    const wanted = divideUp(left * PRICE_SCALE * 10_000n, price * leastShareOf(slippageBps)) + 1n
    const sold = wanted < free ? wanted : free
    const least = sold <= 0n ? 0n : minimumAfterSlippage(toCollateralValue(sold, price), slippageBps)
    if (least <= 0n || rounds.length === MOST_ROUNDS) throw tooManyRounds(path, MOST_ROUNDS)
    const repaid = least < left ? least : left
    rounds.push({ sold, repaid })
    standing = {
      collateral: standing.collateral - sold,
      debt: standing.debt > repaid ? standing.debt - repaid : 0n,
    }
    left -= repaid
  }
  return rounds
}

/**
 * What has to be repaid out of sold collateral until a debt stands at an LTV: of each unit that is repaid, a little more
 * collateral goes.
 *
 * @throws ToolError INVALID_PARAMS where selling cannot bring it there
 */
export function toRepayment(
  { collateral, debt }: Standing,
  targetLtvBps: number,
  { price, slippageBps }: RoundTerms,
): bigint {
  const target = BigInt(targetLtvBps)
  const value = toCollateralValue(collateral, price)
  const kept = leastShareOf(slippageBps)
  const excess = debt * 10_000n - target * value
  if (excess <= 0n) return 0n
  if (target >= kept) {
    const problem = 'is no less than what selling this collateral leaves of it'
    throw new ToolError('INVALID_PARAMS', { path: '/targetLtvBps', problem })
  }
  // (debt − x) / (value − x ÷ (1 − slippage)) = target
  return divideUp(excess * kept, 10_000n * kept - target * 10_000n)
}
