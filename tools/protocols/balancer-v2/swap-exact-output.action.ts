import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { SWAP_EXACT_OUTPUT } from '../../kit/kinds/swap-exact-output.ts'
import { TOOL_DEF as QUOTE } from './balancer-quote-swap.ts'
import { TOOL_DEF } from './balancer-swap-single.ts'
import { NO_POOL_NAMED, VENUE } from './pool.ts'

/** Buy an exact amount in a pool that is named. No other is looked for: anybody registers pools, of any code. */
export const ACTION = serveKind(SWAP_EXACT_OUTPUT, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: VENUE,
  async offer(params, run) {
    const { tokenIn, tokenOut, amountOutBaseUnits, poolId } = params
    if (poolId === undefined) return NO_POOL_NAMED
    const wanted = { tokens: [tokenIn, tokenOut], poolIds: [poolId], amountOutBaseUnits }
    const quote = (await run(QUOTE.name, wanted)) as { amountInBaseUnits: string }
    return { params: params as Json, quoteBaseUnits: BigInt(quote.amountInBaseUnits) }
  },
})
