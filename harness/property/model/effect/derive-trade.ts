import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { Quote, Trade } from '../../../vocabulary/intent.ts'
import { exactly } from '../../../vocabulary/interval.ts'
import type { Facts } from '../facts/facts.ts'
import { deny } from '../verdict.ts'
import { type Effect, idle, type Lists, refuse } from './effect.ts'

/** What may remain of a closed position, in basis points. */
const CLOSED_REMAINDER_BPS = 10n

/** Say what a trade does, by what the market gives for it now and what was promised. */
export function deriveTrade(intent: Trade, facts: Facts, lists: Lists): Effect {
  const { path, promised, amount, refusals } = intent
  const [tokenIn, tokenOut] = [path[0] as string, path.at(-1) as string]
  const base = { ...idle(false), riskTier: 'layer2', toleranceBps: BigInt(intent.slippageBps) } as const
  const refused = (codes: readonly string[]): Effect => ({
    ...base,
    classes: ['close-position'],
    plan: refuse(codes),
  })
  if (amount === 0n) return refused(['ZERO_AMOUNT', 'QUOTE_FAILED'])
  if (tokenIn === tokenOut) return refused(['SAME_TOKEN'])
  const now = facts.quote
  const first = promised ?? now
  if (first === undefined) return refused(refusals)
  const { amountIn, mostIn, reverts, drifts } = holdPromise(intent, first, facts)
  const isAsset = (token: string) => lists.cageAssets.some((asset) => asset.token === token)
  return {
    ...base,
    // One that fails leaves its approval behind.
    classes: [classOf(tokenIn, tokenOut, amountIn, facts, lists), 'increase-position'],
    outflows: [{ token: tokenIn, amount: exactly(mostIn > amountIn ? mostIn : amountIn) }],
    inflows: [tokenOut],
    lists: {
      cage: isAsset(tokenIn) ? [] : [deny('policy-cage', 'CAGE_TARGET_NOT_ALLOWED')],
      allowlist: isAsset(tokenIn) && isAsset(tokenOut) ? [] : [deny('allowlist-guard', 'TOKEN_NOT_ALLOWED')],
    },
    cage: {
      out: new Map([[tokenIn, amountIn]]),
      in: new Map([[tokenOut, now?.amountOut ?? first.amountOut]]),
      paid: new Map(),
      onlyRevokes: false,
    },
    reverts,
    drifts,
    promised: first,
  }
}

/** Hold what the market gives now to what was promised: within the limit it succeeds, within the tolerance nothing drifted. */
function holdPromise({ exact, path, slippageBps }: Trade, first: Quote, { quote: now, balances }: Facts) {
  const toleranceBps = BigInt(slippageBps)
  const mostIn = exact === 'input' ? first.amountIn : (first.amountIn * (10_000n + toleranceBps)) / 10_000n
  const isLimitBroken =
    now === undefined ||
    (exact === 'input'
      ? now.amountOut * 10_000n < first.amountOut * (10_000n - toleranceBps)
      : now.amountIn > mostIn)
  const held = balances.get(path[0] as string) ?? 0n
  const isFar = (was: bigint, is: bigint) => (is > was ? is - was : was - is) * 10_000n > toleranceBps * was
  return {
    amountIn: now?.amountIn ?? first.amountIn,
    mostIn,
    reverts: isLimitBroken || now.amountIn > held,
    drifts:
      now !== undefined &&
      (exact === 'input' ? isFar(first.amountOut, now.amountOut) : isFar(first.amountIn, now.amountIn)),
  }
}

/** The class of a trade, by what the account is exposed to before and after it. */
function classOf(
  tokenIn: string,
  tokenOut: string,
  amountIn: bigint,
  { balances }: Facts,
  lists: Lists,
): ActionClass {
  const exposureOf = (token: string) =>
    (balances.get(token) ?? 0n) +
    (token === lists.wrappedSymbol ? (balances.get(lists.nativeSymbol) ?? 0n) : 0n)
  const isStable = (token: string) => lists.cageAssets.some((asset) => asset.token === token && asset.isBase)
  if (isStable(tokenIn) === isStable(tokenOut)) return 'rebalance'
  if (isStable(tokenIn)) return exposureOf(tokenOut) === 0n ? 'new-position' : 'increase-position'
  const remains = exposureOf(tokenIn) - amountIn
  const closes = remains * 10_000n <= exposureOf(tokenIn) * CLOSED_REMAINDER_BPS
  return closes ? 'close-position' : 'decrease-position'
}
