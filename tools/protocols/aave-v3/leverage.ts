import { ToolError } from '../../core/errors.ts'
import { divideUp } from '../../kit/divide-up.ts'
import {
  type BuyingRound,
  leastShareOf,
  type SellingRound,
  tooManyRounds,
} from '../../kit/leverage-rounds.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { computeHealth, type Holding, requirePrice, sharesOf } from './health.ts'
import { type PlannedAccount, withHolding } from './lending.ts'
import { WAD } from './rates.ts'
import { convert } from './swaps.ts'

/** Rounds that one transaction has room for. */
const MOST_ROUNDS = 6

/** What stays unused of the room that loan-to-value leaves, and how far above 1 health stays between rounds. */
const MARGIN_BPS = 100n

/** Both sides of a loop, as they stand between its rounds. */
export interface Loop {
  readonly account: PlannedAccount
  readonly collateral: Holding
  readonly debt: Holding
  readonly slippageBps: number
}

/** The account with both sides as they stand. */
export const standing = ({ account, collateral, debt }: Loop): readonly Holding[] =>
  withHolding({ ...account, holdings: withHolding(account, collateral) }, debt)

/** What an amount in the oracle's units is of a token, rounded down. */
const toTokens = (holding: Holding, base: bigint): bigint =>
  base <= 0n ? 0n : (base * 10n ** BigInt(holding.reserve.configuration.decimals)) / requirePrice(holding)

/** Most that may be borrowed: the Pool asks what collateral lends, not yet what it is liquidated at. */
function roomToBorrow(loop: Loop): bigint {
  const { account, debt } = loop
  const { collateralBase, ltvBps, debtBase } = computeHealth(
    standing(loop),
    account.eModes.get(account.eModeId),
  )
  const base = (collateralBase * ltvBps) / 10_000n - debtBase
  return toTokens(debt, (base * (10_000n - MARGIN_BPS)) / 10_000n)
}

/** Most collateral that may leave until more of the debt is repaid. */
function roomToSell(loop: Loop): bigint {
  const { account, collateral } = loop
  const eMode = account.eModes.get(account.eModeId)
  const { collateralBase, thresholdBps, debtBase } = computeHealth(standing(loop), eMode)
  const spare = collateralBase * thresholdBps - debtBase * (10_000n + MARGIN_BPS)
  const own = BigInt(sharesOf(collateral, eMode).thresholdBps)
  const room = own === 0n ? collateral.suppliedBaseUnits : toTokens(collateral, spare / own)
  return room < collateral.suppliedBaseUnits ? room : collateral.suppliedBaseUnits
}

/**
 * Plan the rounds that buy collateral with borrowed money, each as large as loan-to-value allows.
 *
 * @throws ToolError INVALID_PARAMS when they are too many, NO_PRICE
 */
export function planBuying(start: Loop, extra: bigint): readonly BuyingRound[] {
  const rounds: BuyingRound[] = []
  const slippage = BigInt(start.slippageBps)
  let [loop, left] = [start, extra]
  while (left > 0n) {
    const { collateral, debt } = loop
    const costOf = (amount: bigint) =>
      divideUp((convert(amount, collateral, debt) + 1n) * (10_000n + slippage), 10_000n)
    const room = roomToBorrow(loop)
    const fits = costOf(left) <= room
    const bought = fits ? left : convert((room * 10_000n) / (10_000n + slippage), debt, collateral)
    if (bought <= 0n || rounds.length === MOST_ROUNDS) throw tooManyRounds('/leverageBps', MOST_ROUNDS)
    const borrowed = fits ? costOf(bought) : room
    rounds.push({ borrowed, bought })
    loop = {
      ...loop,
      collateral: { ...collateral, suppliedBaseUnits: collateral.suppliedBaseUnits + bought },
      debt: { ...debt, debtBaseUnits: debt.debtBaseUnits + borrowed },
    }
    left -= bought
  }
  return rounds
}

/**
 * Plan the rounds that sell collateral until so much of the debt can be repaid, each as large as health allows.
 *
 * @throws ToolError INVALID_PARAMS when they are too many, or the collateral is too little; NO_PRICE
 */
export function planSelling(start: Loop, repaid: bigint, path: string): readonly SellingRound[] {
  const rounds: SellingRound[] = []
  const { slippageBps } = start
  let [loop, left] = [start, repaid]
  while (left > 0n) {
    const { collateral, debt } = loop
    const wanted = divideUp((convert(left, debt, collateral) + 1n) * 10_000n, leastShareOf(slippageBps)) + 1n
    const room = roomToSell(loop)
    const sold = wanted < room ? wanted : room
    const least = sold <= 0n ? 0n : minimumAfterSlippage(convert(sold, collateral, debt), slippageBps)
    if (least <= 0n || rounds.length === MOST_ROUNDS) throw tooManyRounds(path, MOST_ROUNDS)
    const repaid = least < left ? least : left
    rounds.push({ sold, repaid })
    const owed = debt.debtBaseUnits - repaid
    loop = {
      ...loop,
      collateral: { ...collateral, suppliedBaseUnits: collateral.suppliedBaseUnits - sold },
      debt: { ...debt, debtBaseUnits: owed > 0n ? owed : 0n },
    }
    left -= repaid
  }
  return rounds
}

/**
 * Compute what has to be repaid out of sold collateral until an account's health is at a target; zero where it is already.
 *
 * With what is secured S, the debt B, the collateral's threshold t and slippage s it is (T·B − S) ÷ (T − t ÷ (1 − s)).
 */
export function toRepayment(loop: Loop, targetWad: bigint): bigint {
  const { account, collateral, debt, slippageBps } = loop
  const eMode = account.eModes.get(account.eModeId)
  const { collateralBase, thresholdBps, debtBase } = computeHealth(standing(loop), eMode)
  const missing = targetWad * debtBase - (collateralBase * thresholdBps * WAD) / 10_000n
  if (missing <= 0n) return 0n
  const lost = (BigInt(sharesOf(collateral, eMode).thresholdBps) * WAD) / leastShareOf(slippageBps)
  if (targetWad <= lost) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/targetHealthFactor',
      problem: 'is no more than what selling this collateral takes of it',
    })
  }
  const amount = toTokens(debt, divideUp(missing, targetWad - lost)) + 1n
  return amount < debt.debtBaseUnits ? amount : debt.debtBaseUnits
}
