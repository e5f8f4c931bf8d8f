import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { resolvePair } from './pool.ts'
import { simulatePlan } from './simulation.ts'
import { planExactInput, SWAP_ERROR_CODES, SwapInputSchema, shortfallBps } from './swap.ts'

/** Simulate approve and swap together. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_simulate_swap',
  description:
    'Simulate approve and swap together and return balance changes, gas and slippage versus the quote.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote', 'simulate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_simulate_swap runs approve and swap on the current state without sending them and returns balance changes, gas and how far the result lies from the quote.',
  promptGuidelines: [
    'Takes the same parameters as uniswap_execute_swap.',
    'A revert comes back as a reason.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapInputSchema,
  output: Type.Object({
    success: Type.Boolean(),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    tokenIn: AddressSchema,
    tokenOut: AddressSchema,
    feeTier: Type.Integer(),
    quotedAmountOutBaseUnits: BaseUnitsSchema,
    amountInDeltaBaseUnits: SignedBaseUnitsSchema,
    amountOutDeltaBaseUnits: SignedBaseUnitsSchema,
    /** Shortfall against the quote; below zero when more comes out, null when it reverts. */
    slippageBps: Type.Union([Type.Integer(), Type.Null()]),
    gasUsed: BaseUnitsSchema,
  }),
  errorCodes: SWAP_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('quote')
    const swap = await planExactInput(ctx, params)
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('simulate')
    const simulation = await simulatePlan(ctx, swap.plan, [tokenIn.address, tokenOut.address])
    const received = simulation.deltaOf(tokenOut.address)
    return {
      success: simulation.revertReason === null,
      revertReason: simulation.revertReason,
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      feeTier: swap.feeTier,
      quotedAmountOutBaseUnits: swap.amountOut.toString(),
      amountInDeltaBaseUnits: simulation.deltaOf(tokenIn.address).toString(),
      amountOutDeltaBaseUnits: received.toString(),
      slippageBps: simulation.revertReason === null ? shortfallBps(swap.amountOut, received) : null,
      gasUsed: simulation.gasUsed.toString(),
    }
  },
})
