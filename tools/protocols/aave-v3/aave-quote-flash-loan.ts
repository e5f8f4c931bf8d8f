import { erc20Abi } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeToken, TOKEN_OUTPUT } from './describe.ts'
import { RESERVE_ERROR_CODES, resolveReserve } from './reserve.ts'

/** Quote what a flash loan would cost and whether it can be had. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_quote_flash_loan',
  description: 'Quote the premium, availability and limit of a flash loan of one asset.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['reserve', 'terms'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_quote_flash_loan quotes what a flash loan of an asset from Aave V3 would cost, how much there is at most, and whether the reserve grants any.',
  promptGuidelines: ['The quote is for comparison; this agent takes no flash loans from Aave.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { token: TokenSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...TOKEN_OUTPUT,
    premiumBps: Type.Integer(),
    premiumBaseUnits: BaseUnitsSchema,
    availableBaseUnits: BaseUnitsSchema,
    isAvailable: Type.Boolean(),
  }),
  errorCodes: [...RESERVE_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('reserve')
    const reserve = await resolveReserve(ctx, params.token)
    ctx.step('terms')
    const [premiumBps, available] = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: [
        { address: BASE.on(ctx.book).pool, abi: poolAbi, functionName: 'FLASHLOAN_PREMIUM_TOTAL' },
        {
          address: reserve.token.address,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [reserve.aToken],
        },
      ],
    })
    const { hasFlashLoans, isActive, isPaused } = reserve.configuration
    return {
      ...describeToken(reserve),
      premiumBps: Number(premiumBps),
      // Halves rounded up, as the Pool does (`PercentageMath.percentMul`).
      premiumBaseUnits: ((amount * premiumBps + 5_000n) / 10_000n).toString(),
      availableBaseUnits: available.toString(),
      isAvailable: hasFlashLoans && isActive && !isPaused && amount <= available,
    }
  },
})
