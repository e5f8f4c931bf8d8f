import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { FeeTierSchema, Type } from '../../core/schema.ts'
import { SWAP_EXACT_OUTPUT } from '../../kit/kinds/swap-exact-output.ts'
import { TOOL_DEF } from './uniswap-execute-swap-exact-output.ts'
import { TOOL_DEF as QUOTE } from './uniswap-get-quote.ts'

/** Buy an exact amount through the best direct pool, or through the one of a named fee tier. */
export const ACTION = serveKind(SWAP_EXACT_OUTPUT, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: { feeTier: Type.Optional(FeeTierSchema) },
  async offer(params, run) {
    const { slippageBps, amountInMaximumBaseUnits, ...wanted } = params
    const quote = (await run(QUOTE.name, wanted as Json)) as { feeTier: number; amountInBaseUnits: string }
    const { feeTier, amountInBaseUnits } = quote
    return {
      params: { ...params, feeTier, quotedAmountInBaseUnits: amountInBaseUnits } as Json,
      quoteBaseUnits: BigInt(amountInBaseUnits),
    }
  },
})
