import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { SWAP_EXACT_OUTPUT } from '../../kit/kinds/swap-exact-output.ts'
import { KEY_PARAMETERS, NO_POOL_NAMED } from './pool.ts'
import { TOOL_DEF as QUOTE } from './uniswap-quote-v4-pool.ts'
import { TOOL_DEF } from './uniswap-swap-v4-exact-output.ts'

/**
 * Swap for an exact amount in a pool whose fee is named. No other is looked for: anybody opens pools of a pair, with any hook.
 */
export const ACTION = serveKind(SWAP_EXACT_OUTPUT, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: { ...KEY_PARAMETERS, feeTier: Type.Optional(KEY_PARAMETERS.feeTier) },
  async offer(params, run) {
    const { tokenIn, tokenOut, amountOutBaseUnits, feeTier, tickSpacing, hooks } = params
    if (feeTier === undefined) return NO_POOL_NAMED
    const pool = {
      feeTier,
      ...(tickSpacing === undefined ? {} : { tickSpacing }),
      ...(hooks === undefined ? {} : { hooks }),
    }
    const wanted = { tokenIn, tokenOut, ...pool, amountBaseUnits: amountOutBaseUnits, exact: 'output' }
    const quote = (await run(QUOTE.name, wanted as Json)) as { amountInBaseUnits: string }
    return { params: params as Json, quoteBaseUnits: BigInt(quote.amountInBaseUnits) }
  },
})
