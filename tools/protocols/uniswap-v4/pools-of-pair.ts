import type { ToolContext } from '../../core/context.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { poolManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { isCurrency0, resolvePair, toCurrency } from './currency.ts'
import { type Pool, toPoolId } from './pool.ts'

/**
 * List the pools of a pair that were initialised in a range of blocks, in their order.
 *
 * @throws ToolError SAME_TOKEN, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED
 */
export async function listPools(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  [tokenA, tokenB]: readonly [string, string],
  window: LogWindow,
): Promise<readonly Pool[]> {
  const [a, b] = await resolvePair(ctx, tokenA, tokenB)
  const [token0, token1] = isCurrency0(a, b) ? [a, b] : [b, a]
  const logs = await ctx.chain.getContractEvents({
    address: BASE.on(ctx.book).poolManager,
    abi: poolManagerAbi,
    eventName: 'Initialize',
    args: { currency0: toCurrency(token0), currency1: toCurrency(token1) },
    ...window,
    strict: true,
  })
  return logs.map(({ args }) => ({ id: toPoolId(args), key: args, token0, token1 }))
}
