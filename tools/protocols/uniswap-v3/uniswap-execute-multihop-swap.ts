import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { SlippageSchema } from '../../kit/slippage.ts'
import { swapRouterAbi } from './abi.ts'
import { encodePath, PATH_PARAMETERS, resolvePath } from './path.ts'
import { quotePath } from './quote.ts'
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
    'Name the tokens in order and the fee tier of each pool between them.',
    'Pass quotedAmountOutBaseUnits of uniswap_quote_v3_path on; otherwise it quotes by itself.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      ...PATH_PARAMETERS,
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
  ],
  traits: ['multi-hop'],
  async plan(params, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const path = await resolvePath(ctx, params)
    ctx.step('quote')
    const amountOut =
      params.quotedAmountOutBaseUnits === undefined
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
