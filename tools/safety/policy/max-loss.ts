import { type SafetyPolicy, SPENDING_WINDOW_SECONDS } from './policy.ts'

/** The rules of a PolicyCage that bound a loss. */
export interface CageRules {
  readonly maxDrawdownBps: number
  readonly maxLossBps: number
  readonly maxStaleExitLossBps: number
  readonly windowSpendCapUsdc: bigint
  readonly windowLossCapUsdc: bigint
  readonly hotLaneUsdc: bigint
  /** Where positions may be whose end may pay less than they count for. */
  readonly lossyPlaces: readonly unknown[]
  /** Where it may owe. */
  readonly debtPlaces: readonly unknown[]
  /** Least health of a position, 18 decimals. */
  readonly minHealth: bigint
  readonly recipients: readonly unknown[]
}

/** What the bound is computed for, beside the policies. */
export interface LossInputs {
  /** Value of the vault at its high-water mark, USDC base units. */
  readonly capitalUsdc: bigint
  /** Most actions that the operator's key can pay gas for in 24 hours. */
  readonly operatorActions: bigint
}

/** Most that can be lost, USDC base units, each part rounded up. */
export interface LossBound {
  /** By one action. */
  readonly perActionUsdc: bigint
  /** In any 24 hours, with the sale of a halt in them. */
  readonly perDayUsdc: bigint
  /** Until the drawdown stops everything but exits, and by all exits then. */
  readonly untilStopUsdc: bigint
}

/** What got into hostile hands, from the least to the most. */
export const ATTACKERS = ['operator', 'agent', 'host', 'cage'] as const

/** Into whose hands the attacker is thought to have got. */
export type Attacker = (typeof ATTACKERS)[number]

/** What is hostile and what each bound takes to be honest; owner, feeds and the cage's code are so in all of them. */
export const LOSS_ASSUMPTIONS: Readonly<Record<Attacker, string>> = {
  operator: 'operator key stolen; host and guardian honest',
  agent: 'model hostile, one of two nodes lies; operator key, host and guardian honest',
  host: 'operator key and host stolen, or the only node lies; guardian honest',
  cage: 'keys of operator and guardian stolen; owner honest',
}

/** The bounds of one pair of policies, each under its assumption of {@link LOSS_ASSUMPTIONS}. */
export interface MaxLoss extends Readonly<Record<Attacker, LossBound>> {
  /** What exits can lose on top in the time in which no feed is fresh, which the attacker does not control. */
  readonly staleFeedsUsdc: bigint
}

const BPS = 10_000n

/** A health of 1. */
const ONE = 10n ** 18n

/** Loss that the cage forgives every action, USDC base units: `DUST_USDC` of PolicyCage. */
const DUST_USDC = 10_000n

/** Calls of the Pi tools that one action takes: preview and commit. */
const CALLS_PER_ACTION = 2n

/** More than any outflow. */
const ENDLESS = 2n ** 256n

const least = (...values: readonly bigint[]) => values.reduce((a, b) => (b < a ? b : a))
const ofBps = (amount: bigint, bps: bigint) => (amount * bps + BPS - 1n) / BPS

/** The most that can be owed against a capital, USDC base units. */
function mostOwed({ debtPlaces, minHealth }: CageRules, capitalUsdc: bigint): bigint {
  if (debtPlaces.length === 0) return 0n
  const room = minHealth - ONE
  return room <= 0n ? ENDLESS : (capitalUsdc * ONE + room - 1n) / room
}

/**
 * Compute the most that hostility can lose the owner, at the feeds' prices, from the policies alone.
 *
 * Let V be the capital, D, L and S the cage's drawdown, loss and stale-exit limits, W its window cap, K its window loss
 * cap, H its hot lane, P and T the off-chain limits of a day and a transaction (the guardian's are the same), and n the
 * actions of a day.
 *
 * - *Until the stop*, for every attacker. Whatever is no exit is refused when it would leave less than (1 − D)·V, so such
 *   actions and all exits between them lose at most D·V. After that only exits pass, in which no base asset leaves and no
 *   exposure grows, so that each unit leaves once, at a loss of L: **D·V + L·((1 − D)·V + B) + dust**. What approved recipients
 *   are paid is no drawdown, so that with recipients nothing but the windows stops it: **V**. Position caps lower
 *   none of it: what was paid in above them is held, and ending a position of liquidity turns base into risk.
 * - *Debt.* What is borrowed can be sold like what was paid in. Nothing that lowers a health below the least, h, passes, and
 *   no protocol lends more than a collateral is worth, so that at most B = V / (h − 1) is owed: assets are up to **V + B**,
 *   in both bounds. Without places to owe in, B = 0; with h ≤ 1 it has no end.
 * - *In 24 hours* let at most `own` leave by the attacker's actions and `total` with what the owner sells after a halt.
 *   What an approved recipient is paid is gone: at most p = min(own, W), nothing without recipients. All else
 *   loses L of what leaves, that is of at most total − p, and of at most V + B + 2·W: purchases stay within W and lose
 *   at most K together, exits sell V, B and what was bought. **p + min(L·min(total − p, V + B + 2·W),
 *   K + L·min(total − p, V + B + W)) + dust**, never more than until the stop. Ending a position in a lossy place is an exit that may lose L of what it
 *   stood for and leaves no more than that: with such places `total` bounds purchases alone.
 * - *Pledges* count when they are made and may be filled a day later, so that those of the day before lose theirs beside
 *   all that: **min(L·min(H, W), K)**, since what the guardian signed it counts until a day after it may still be taken; of the
 *   agent's no more than two windows allow with them; without an honest guardian min(L·W, K). They pay no recipient.
 * - *Cage*: without an honest guardian nothing but the cage bounds what leaves: own = total = ∞.
 * - *Host*: above H, singly or in 24 hours, the cage asks for the guardian's signature, for exits too, and the guardian
 *   signs for no more than P in 24 hours and T at once, counted in its own ledger until a day after the last second at which
 *   what it signed may run: own = total = H + P. A lone node that lies makes the agent's ledger forget, and nothing more.
 * - *Operator*: the guardian's door is on the host, so that a thief of the key alone has nothing signed: own = H. The
 *   theft is seen and halts; what the owner then sells is signed for: total = H + P.
 * - *Agent*: every outflow counts against P from its commit on, exits too, and a node that lies beside one that does not
 *   lowers no counted number. It may hold what was committed back while its permit lives, so that what two windows allow
 *   is mined in one: own = min(2·P, H + P), total = H + P with the sale.
 * - *The sale of a halt.* Attackers may cause a halt and skew every pool beforehand. A halt sells nothing by itself; what
 *   owner orders to be sold passes the cage as exits, at a loss of L (at `maxLiquidationLossBps`, where that is less,
 *   unless the only node lies), above H by the guardian's signature. Ending a position of
 *   liquidity loses nothing: at the feeds' prices it is worth least while its pool stands there.
 * - *Dust.* The cage forgives a cent an action: n cents. Gas bounds n, and for the agent the rate limiter too.
 * - *Stale feeds.* An exit may lose S of what goes out and of what comes in: of an outflow `d` at most
 *   2·S / (1 + S)·d.
 *
 * Source: section 7 of the design (spending limits, cage, guardian, halt), `Judging.sol` and `HotLane.sol` for what the
 * cage enforces. Not part of it: gas, which the operator's own ether pays; moves of the market itself, interest and the
 * liquidations that follow from them; fees of liquidity
 * positions that were never collected, which the cage does not count as the owner's.
 */
export function computeMaxLoss(
  policy: Pick<SafetyPolicy, 'limits' | 'rateLimit'>,
  cage: CageRules,
  { capitalUsdc, operatorActions }: LossInputs,
): MaxLoss {
  const [loss, stale] = [BigInt(cage.maxLossBps), BigInt(cage.maxStaleExitLossBps)]
  const { perTransactionUsdc, perDayUsdc } = policy.limits
  const { windowSpendCapUsdc: window, hotLaneUsdc } = cage
  const room = ofBps(capitalUsdc, BigInt(cage.maxDrawdownBps))
  const owed = mostOwed(cage, capitalUsdc)
  const stop = cage.recipients.length > 0 ? capitalUsdc : room + ofBps(capitalUsdc - room + owed, loss)

  /** Most that is lost while no more than that leaves. */
  const lossOf = (own: bigint, total: bigint) => {
    const paid = cage.recipients.length > 0 ? least(own, window, capitalUsdc) : 0n
    const rest = cage.lossyPlaces.length > 0 ? ENDLESS : total - paid
    return (
      paid +
      least(
        ofBps(least(rest, capitalUsdc + owed + 2n * window), loss),
        cage.windowLossCapUsdc + ofBps(least(rest, capitalUsdc + owed + window), loss),
      )
    )
  }
  /**
   * What leaves by one action, by the attacker's actions of a day, with what is sold after a halt, and by what was pledged
   * the day before.
   */
  const bound = (single: bigint, own: bigint, total: bigint, pledged: bigint, actions: bigint): LossBound => {
    const lossOfPledges = least(ofBps(least(pledged, window), loss), cage.windowLossCapUsdc)
    const untilStopUsdc = least(capitalUsdc, stop + DUST_USDC * actions)
    return {
      perActionUsdc: least(untilStopUsdc, lossOf(single, single) + DUST_USDC),
      perDayUsdc: least(untilStopUsdc, lossOf(own, total) + lossOfPledges + DUST_USDC * actions),
      untilStopUsdc,
    }
  }

  const guarded = hotLaneUsdc + perDayUsdc
  const ownOfAgent = least(2n * perDayUsdc, guarded)
  const pledgedByAgent = least(2n * perDayUsdc - ownOfAgent, hotLaneUsdc)
  const eitherLane = hotLaneUsdc > perTransactionUsdc ? hotLaneUsdc : perTransactionUsdc
  const maxCalls = BigInt(policy.rateLimit.maxCalls)
  const windows = BigInt(SPENDING_WINDOW_SECONDS) / BigInt(policy.rateLimit.windowSeconds)
  const agentActions = least((maxCalls * (windows + 1n)) / CALLS_PER_ACTION, operatorActions)
  return {
    operator: bound(hotLaneUsdc, hotLaneUsdc, guarded, hotLaneUsdc, operatorActions),
    agent: bound(perTransactionUsdc, ownOfAgent, guarded, pledgedByAgent, agentActions),
    host: bound(eitherLane, guarded, guarded, hotLaneUsdc, operatorActions),
    cage: bound(ENDLESS, ENDLESS, ENDLESS, ENDLESS, operatorActions),
    staleFeedsUsdc: (2n * stale * capitalUsdc + BPS + stale - 1n) / (BPS + stale),
  }
}
