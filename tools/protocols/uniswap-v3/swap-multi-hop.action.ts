import { type RunRead, serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { SWAP_MULTI_HOP } from '../../kit/kinds/swap-multi-hop.ts'
import { PATH_PARAMETERS } from './path.ts'
import { TOOL_DEF } from './uniswap-execute-multihop-swap.ts'
import { TOOL_DEF as QUOTE } from './uniswap-get-quote.ts'
import { TOOL_DEF as QUOTE_PATH } from './uniswap-quote-v3-path.ts'

/** Swap along a path; between tokens without fee tiers the best direct pools are taken, hop by hop. */
export const ACTION = serveKind(SWAP_MULTI_HOP, {
  tool: TOOL_DEF,
  reads: [QUOTE.name, QUOTE_PATH.name],
  venue: { feeTiers: Type.Optional(PATH_PARAMETERS.feeTiers) },
  async offer(params, run) {
    const { tokens, amountInBaseUnits: amountBaseUnits } = params
    const feeTiers = params.feeTiers ?? (await findTiers(tokens, amountBaseUnits, run))
    const quote = (await run(QUOTE_PATH.name, { tokens, feeTiers, amountBaseUnits })) as {
      amountOutBaseUnits: string
    }
    const { amountOutBaseUnits } = quote
    return {
      params: { ...params, feeTiers, quotedAmountOutBaseUnits: amountOutBaseUnits } as Json,
      quoteBaseUnits: BigInt(amountOutBaseUnits),
    }
  },
})

async function findTiers(tokens: readonly string[], amountIn: string, run: RunRead): Promise<number[]> {
  const feeTiers: number[] = []
  let amountInBaseUnits = amountIn
  for (const [index, tokenOut] of tokens.slice(1).entries()) {
    const wanted = { tokenIn: tokens[index] ?? '', tokenOut, amountInBaseUnits }
    const quote = (await run(QUOTE.name, wanted)) as { feeTier: number; amountOutBaseUnits: string }
    feeTiers.push(quote.feeTier)
    amountInBaseUnits = quote.amountOutBaseUnits
  }
  return feeTiers
}
