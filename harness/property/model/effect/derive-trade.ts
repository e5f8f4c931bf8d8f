import type { Trade } from '../../../vocabulary/intent.ts'
import { exactly } from '../../../vocabulary/interval.ts'
import type { Quote } from '../../../vocabulary/terms.ts'
import type { Facts } from '../facts/facts.ts'
import { deny } from '../verdict.ts'
import { classOfTrade } from './class-of-trade.ts'
import { type Effect, idle, type Lists, refuse } from './effect.ts'

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
    classes: [classOfTrade(tokenIn, tokenOut, amountIn, facts, lists), 'increase-position'],
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
