import { type SafetyPolicy, SPENDING_WINDOW_SECONDS } from './policy.ts'

/** The rules of a PolicyCage that bound a loss. */
export interface CageRules {
  readonly maxDrawdownBps: number
  readonly maxLossBps: number
  readonly maxStaleExitLossBps: number
  readonly windowSpendCapUsdc: bigint
  readonly windowLossCapUsdc: bigint
  readonly hotLaneUsdc: bigint
  readonly assets: readonly { readonly isBase: boolean; readonly capUsdc: bigint }[]
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
  /** In any 24 hours. */
  readonly perDayUsdc: bigint
  /** Until the drawdown stops everything but exits, and by all exits then. */
  readonly untilStopUsdc: bigint
}

/** Into whose hands the attacker is thought to have got. */
export type Attacker = 'agent' | 'operator' | 'cage'

/** What each bound takes for granted; everything else may be hostile at once. */
export const LOSS_ASSUMPTIONS: Readonly<Record<Attacker, string>> = {
  agent: 'operator key safe, guardian and one of two nodes honest',
  operator: 'guardian honest, operator key stolen or the only node lying',
  cage: 'owner honest, keys of operator and guardian stolen',
}

/** The bounds of one pair of policies, each under its assumption of {@link LOSS_ASSUMPTIONS}. */
export interface MaxLoss extends Readonly<Record<Attacker, LossBound>> {
  /** What exits can lose on top in the time in which no feed is fresh, which the attacker does not control. */
  readonly staleFeedsUsdc: bigint
}

const BPS = 10_000n

/** Loss that the cage forgives every action, USDC base units: `DUST_USDC` of PolicyCage. */
const DUST_USDC = 10_000n

/** Calls of the Pi tools that one action takes: preview and commit. */
const CALLS_PER_ACTION = 2n

const least = (...values: readonly bigint[]) => values.reduce((a, b) => (b < a ? b : a))
const greatest = (a: bigint, b: bigint) => (a < b ? b : a)
const ofBps = (amount: bigint, bps: bigint) => (amount * bps + BPS - 1n) / BPS

/**
 * Compute the most that hostility can lose the owner, at the feeds' prices, from the policies alone.
 *
 * Let V be the capital, D, L and S the cage's drawdown, loss and stale-exit limits, W its window cap, K its window loss cap, X the sum of
 * the caps of the risk assets, H the cage's hot lane, P and T the off-chain limits of a day and a transaction, and n
 * the actions of a day.
 *
 * - *Until the stop.* Whatever is no exit is refused when it would leave less than (1 − D)·V, so such actions and
 *   all exits between them lose at most D·V. After that only exits pass: what is at risk, at most X and at most
 *   what is left, leaves once at a loss of L: **D·V + L·min(X, (1 − D)·V) + dust**.
 * - *In 24 hours.* Actions that are no exits move at most W out. With an approved recipient all of it may be gone;
 *   without one purchases lose L, together at most K, and the sale of what was bought, an exit, L again. Risk held
 *   before is sold at L: **W + L·min(X, V) + dust**, or **min(L·W, K) + L·W + L·min(X, V) + dust**; never more than
 *   until the stop.
 *   So it is with the cage alone.
 * - *With the operator's key* nothing leaves above H without the guardian, exits too, and the guardian signs for no more
 *   than P in 24 hours and T at once, by a ledger of its own: with O = H + P **min(O, W) + L·(O − min(O, W)) + dust**
 *   with a recipient, **L·O + dust** without, and never more than the cage alone. A lone node that lies makes the
 *   agent's ledger forget, and nothing more.
 * - *Through the agent* every outflow counts against P, exits too: the same with O = P, and never more than P.
 *   A node that lies beside one that does not lowers no counted number.
 * - *A halt* that the model calls sells nothing; what it costs is gas, under the ceiling of the policy.
 * - *Dust.* The cage forgives a cent an action: n cents. Gas bounds n, and for the agent the rate limiter too.
 * - *Stale feeds.* An exit may lose S of what goes out and of what comes in: of an outflow `d` at most
 *   2·S / (1 + S)·d.
 *
 * Not part of it: gas, which the operator's own ether pays (through the agent, loss and gas together are at most P
 * in 24 hours); moves of the market itself; fees of liquidity positions that were never collected, which the cage
 * does not count as the owner's.
 */
export function computeMaxLoss(
  policy: Pick<SafetyPolicy, 'limits' | 'rateLimit'>,
  cage: CageRules,
  { capitalUsdc, operatorActions }: LossInputs,
): MaxLoss {
  const [drawdown, loss, stale] = [cage.maxDrawdownBps, cage.maxLossBps, cage.maxStaleExitLossBps].map(
    BigInt,
  ) as [bigint, bigint, bigint]
  const { perTransactionUsdc, perDayUsdc } = policy.limits
  const window = cage.windowSpendCapUsdc
  const pays = cage.recipients.length > 0
  const caps = cage.assets.reduce((sum, { isBase, capUsdc }) => (isBase ? sum : sum + capUsdc), 0n)
  const riskUsdc = least(caps, capitalUsdc)
  const room = ofBps(capitalUsdc, drawdown)
  const stop = room + ofBps(least(caps, capitalUsdc - room), loss)

  /** Most that is gone of what may leave: what recipients get is gone in full. */
  const lossOf = (outflow: bigint) => {
    const paid = pays ? least(outflow, window) : 0n
    return paid + ofBps(outflow - paid, loss)
  }

  const keyDust = DUST_USDC * operatorActions
  const keyStop = least(capitalUsdc, stop + keyDust)
  const purchases = least(ofBps(window, loss), cage.windowLossCapUsdc)
  const alone = (pays ? window : purchases + ofBps(window, loss)) + ofBps(riskUsdc, loss) + keyDust
  const payment = least(window, room)
  const caged = {
    perActionUsdc: least(
      keyStop,
      DUST_USDC + (pays ? payment + ofBps(riskUsdc, loss) : greatest(ofBps(riskUsdc, loss), purchases)),
    ),
    perDayUsdc: least(keyStop, alone),
    untilStopUsdc: keyStop,
  }
  const single = greatest(cage.hotLaneUsdc, perTransactionUsdc)
  const operator = {
    perActionUsdc: least(caged.perActionUsdc, lossOf(single) + DUST_USDC),
    perDayUsdc: least(caged.perDayUsdc, lossOf(cage.hotLaneUsdc + perDayUsdc) + keyDust),
    untilStopUsdc: keyStop,
  }

  const calls =
    (BigInt(policy.rateLimit.maxCalls) * BigInt(SPENDING_WINDOW_SECONDS)) /
    BigInt(policy.rateLimit.windowSeconds)
  const allowedActions = (calls + BigInt(policy.rateLimit.maxCalls)) / CALLS_PER_ACTION
  const agentDust = DUST_USDC * least(allowedActions, operatorActions)
  const agentStop = least(capitalUsdc, stop + agentDust)
  const agent = {
    perActionUsdc: least(perTransactionUsdc, pays ? agentStop : ofBps(perTransactionUsdc, loss) + DUST_USDC),
    perDayUsdc: least(perDayUsdc, agentStop, lossOf(perDayUsdc) + agentDust),
    untilStopUsdc: agentStop,
  }
  const staleFeedsUsdc = (2n * stale * riskUsdc + BPS + stale - 1n) / (BPS + stale)
  return { agent, operator, cage: caged, staleFeedsUsdc }
}
