import { serveKind } from '../../core/action.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { SWAP } from '../../kit/kinds/swap.ts'
import { quotePair } from './quote-pair.ts'
import { TOOL_DEF as QUOTE } from './uniswap-quote-v2-path.ts'
import { TOOL_DEF } from './uniswap-swap-v2-exact-input.ts'

/** Swap an exact amount in the pair of both tokens. */
export const ACTION = serveKind(SWAP, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: {},
  async offer(params, run) {
    const { tokenIn, tokenOut, amountInBaseUnits } = params
    const wanted = { tokens: [tokenIn, tokenOut], amountBaseUnits: amountInBaseUnits }
    const quote = await quotePair(wanted, run)
    if (quote instanceof ToolError) return quote
    return { params: params as Json, quoteBaseUnits: BigInt(quote.amountOutBaseUnits) }
  },
})
