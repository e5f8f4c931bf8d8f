import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { SlippageSchema } from '../../kit/slippage.ts'
import { swapRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { encodeReversePath, PATH_PARAMETERS, resolvePath } from './path.ts'
import { quotePath } from './quote.ts'
import { limitInput, MaximumSchema, planSwap, QuotedSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Buy an exact output along a V3 path of several pools. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_execute_multihop_exact_output',
  description: 'Buy an exact output along a Uniswap V3 path of several pools with a maximum input.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['quote', 'plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_execute_multihop_exact_output buys an exact amount along a given path of Uniswap V3 pools, for pairs without a good direct pool, and spends a maximum at most.',
  promptGuidelines: [
    'Name the tokens from the one that is spent to the one that is bought, and the fee tier of each pool between.',
    'What is not spent of the approval is taken back.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...PATH_PARAMETERS,
      amountOutBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
      amountInMaximumBaseUnits: MaximumSchema,
      quotedAmountInBaseUnits: QuotedSchema,
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
    const amountOut = readAmount(params.amountOutBaseUnits, 'amountOutBaseUnits')
    const path = await resolvePath(ctx, params)
    ctx.step('quote')
    const amountIn =
      params.quotedAmountInBaseUnits === undefined
        ? (await quotePath(ctx, path, { exact: 'output', amountBaseUnits: amountOut })).amountIn
        : BigInt(params.quotedAmountInBaseUnits)
    if (amountIn === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'quotedAmountInBaseUnits' })
    ctx.step('plan')
    const { amountInMaximum, toleranceBps } = limitInput(amountIn, params)
    const data = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactOutput',
      args: [{ path: encodeReversePath(path), recipient: ctx.account, amountOut, amountInMaximum }],
    })
    return planSwap(ctx, {
      tokenIn: path.tokenIn,
      tokenOut: path.tokenOut,
      amountIn,
      amountOut,
      toleranceBps,
      approved: amountInMaximum,
      mayLeaveAllowance: true,
      data,
    })
  },
  settle: settleSwap,
})
