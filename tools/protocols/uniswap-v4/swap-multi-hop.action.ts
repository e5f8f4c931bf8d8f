import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { SWAP_MULTI_HOP } from '../../kit/kinds/swap-multi-hop.ts'
import { PATH_PARAMETERS } from './path.ts'
import { NO_POOLS_NAMED } from './pool.ts'
import { TOOL_DEF as QUOTE } from './uniswap-quote-v4-path.ts'
import { TOOL_DEF } from './uniswap-swap-v4-multihop.ts'

/** Swap along pools that are named. No others are looked for: anybody opens pools of a pair, with any hook. */
export const ACTION = serveKind(SWAP_MULTI_HOP, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: { pools: Type.Optional(PATH_PARAMETERS.pools) },
  async offer(params, run) {
    const { tokens, amountInBaseUnits: amountBaseUnits, pools } = params
    if (pools === undefined) return NO_POOLS_NAMED
    const wanted = { tokens, pools, amountBaseUnits, exact: 'input' }
    const quote = (await run(QUOTE.name, wanted as Json)) as { amountOutBaseUnits: string }
    return { params: params as Json, quoteBaseUnits: BigInt(quote.amountOutBaseUnits) }
  },
})
