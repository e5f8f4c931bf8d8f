import { defineKind, type RunRead, serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../../kit/slippage.ts'
import { PATH_PARAMETERS } from './path.ts'
import { TOOL_DEF } from './uniswap-execute-multihop-swap.ts'
import { TOOL_DEF as QUOTE } from './uniswap-get-quote.ts'

const SWAP_MULTI_HOP = defineKind({
  kind: 'swap-multi-hop',
  description: 'Swap an exact amount along a given path of pools.',
  params: {
    ...PATH_PARAMETERS,
    feeTiers: Type.Optional(PATH_PARAMETERS.feeTiers),
    amountInBaseUnits: BaseUnitsSchema,
    slippageBps: SlippageSchema,
    amountOutMinimumBaseUnits: Type.Optional(BaseUnitsSchema),
    quotedAmountOutBaseUnits: Type.Optional(BaseUnitsSchema),
  },
  choice: { by: 'only' },
})

/** Swap along a path; between tokens without fee tiers the best direct pools are taken, hop by hop. */
export const ACTION = serveKind(SWAP_MULTI_HOP, {
  tool: TOOL_DEF,
  reads: [QUOTE.name],
  venue: {},
  async offer(params, run) {
    const { tokens, amountInBaseUnits, feeTiers } = params
    return {
      params: { ...params, feeTiers: feeTiers ?? (await findTiers(tokens, amountInBaseUnits, run)) } as Json,
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
