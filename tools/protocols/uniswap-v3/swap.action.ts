import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { FeeTierSchema, Type } from '../../core/schema.ts'
import { SWAP } from '../../kit/kinds/swap.ts'
import { TOOL_DEF } from './uniswap-execute-swap.ts'
import { TOOL_DEF as QUOTE } from './uniswap-get-quote.ts'

/** Swap an exact amount through the best direct pool, or through the one of a named fee tier. */
export const ACTION = serveKind(SWAP, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: { feeTier: Type.Optional(FeeTierSchema) },
  async offer(params, run) {
    const { slippageBps, amountOutMinimumBaseUnits, ...wanted } = params
    const quote = (await run(QUOTE.name, wanted as Json)) as { feeTier: number; amountOutBaseUnits: string }
    const { feeTier, amountOutBaseUnits } = quote
    return {
      params: { ...params, feeTier, quotedAmountOutBaseUnits: amountOutBaseUnits } as Json,
      quoteBaseUnits: BigInt(amountOutBaseUnits),
    }
  },
})
