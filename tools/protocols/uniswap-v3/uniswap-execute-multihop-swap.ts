import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { SlippageSchema } from '../../kit/slippage.ts'
import { swapRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { encodePath, PATH_PARAMETERS, type ResolvedPath, resolvePath, resolveTokens } from './path.ts'
import { quotePath } from './quote.ts'
import { findSdkRoute } from './sdk-route.ts'
import { limitOutput, MinimumSchema, planSwap, QuotedSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Swap an exact input along a V3 path of several pools. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_execute_multihop_swap',
  description: 'Swap an exact input along a Uniswap V3 path of several pools.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['quote', 'plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_execute_multihop_swap sells an exact amount along a given path of Uniswap V3 pools, for pairs without a good direct pool, with a minimum output.',
  promptGuidelines: [
    'Name the tokens in order and the fee tier of each pool between them; without fee tiers the best route from the first token to the last through any of the others is searched.',
    'Pass quotedAmountOutBaseUnits of uniswap_quote_v3_path on; otherwise it quotes by itself.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokens: PATH_PARAMETERS.tokens,
      feeTiers: Type.Optional(PATH_PARAMETERS.feeTiers),
      amountInBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
      amountOutMinimumBaseUnits: MinimumSchema,
      quotedAmountOutBaseUnits: QuotedSchema,
    },
    { additionalProperties: false },
  ),
  output: SwapResultSchema,
  errorCodes: [
    'ZERO_AMOUNT',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'QUOTE_FAILED',
    'INVALID_PARAMS',
    'SDK_FALLBACK_UNAVAILABLE',
  ],
  traits: ['multi-hop'],
  async plan(params, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const { feeTiers } = params
    ctx.step('quote')
    const path = feeTiers
      ? await resolvePath(ctx, { ...params, feeTiers })
      : await searchPath(ctx, params.tokens, amountIn)
    const amountOut =
      // What was quoted belongs to the path that was named.
      params.quotedAmountOutBaseUnits === undefined || feeTiers === undefined
        ? (await quotePath(ctx, path, { exact: 'input', amountBaseUnits: amountIn })).amountOut
        : BigInt(params.quotedAmountOutBaseUnits)
    if (amountOut === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'quotedAmountOutBaseUnits' })
    ctx.step('plan')
    const { amountOutMinimum, toleranceBps } = limitOutput(amountOut, params)
    const data = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInput',
      args: [{ path: encodePath(path), recipient: ctx.account, amountIn, amountOutMinimum }],
    })
    return planSwap(ctx, {
      tokenIn: path.tokenIn,
      tokenOut: path.tokenOut,
      amountIn,
      amountOut,
      toleranceBps,
      approved: amountIn,
      mayLeaveAllowance: false,
      data,
    })
  },
  settle: settleSwap,
})

/** Let the SDK find the path; what it brings is quoted on the chain like that of any other. */
async function searchPath(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'sdks' | 'signal'>,
  named: readonly string[],
  amountIn: bigint,
): Promise<ResolvedPath> {
  const tokens = await resolveTokens(ctx, named)
  const found = await findSdkRoute(ctx, tokens.all, amountIn)
  return { tokenIn: tokens.tokenIn, tokenOut: tokens.tokenOut, ...found }
}
