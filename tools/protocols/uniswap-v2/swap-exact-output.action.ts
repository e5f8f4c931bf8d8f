import { serveKind } from '../../core/action.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { SWAP_EXACT_OUTPUT } from '../../kit/kinds/swap-exact-output.ts'
import { quotePair } from './quote-pair.ts'
import { TOOL_DEF as QUOTE } from './uniswap-quote-v2-path.ts'
import { TOOL_DEF } from './uniswap-swap-v2-exact-output.ts'

/** Buy an exact amount in the pair of both tokens. */
export const ACTION = serveKind(SWAP_EXACT_OUTPUT, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: {},
  async offer(params, run) {
    const { tokenIn, tokenOut, amountOutBaseUnits } = params
    const wanted = { tokens: [tokenIn, tokenOut], amountBaseUnits: amountOutBaseUnits, exact: 'output' }
    const quote = await quotePair(wanted, run)
    if (quote instanceof ToolError) return quote
    return { params: params as Json, quoteBaseUnits: BigInt(quote.amountInBaseUnits) }
  },
})
