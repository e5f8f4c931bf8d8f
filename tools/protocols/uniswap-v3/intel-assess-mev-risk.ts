import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import {
  BaseUnitsSchema,
  FeeTierSchema,
  SignedBaseUnitsSchema,
  TokenSchema,
  Type,
} from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { assessSandwich, findSafeSlippageBps, quoteTrade } from './analysis/mev.ts'
import { BASE } from './base.ts'
import { gasCostIn0, gasCostIn1 } from './gas-cost.ts'
import { poolOf, readPoolState, resolvePair } from './pool.ts'
import { shortfallBps } from './swap.ts'
import { readTicks } from './ticks.ts'

/** Gas of the two swaps around another one. */
const SANDWICH_GAS = 300_000n
const WORDS_EACH_SIDE = 4
const MOST_SLICES = 16

/** Assess what a sandwich could take from a planned swap, and how to keep it from paying. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_assess_mev_risk',
  description: 'Assess the sandwich risk of a planned Uniswap V3 swap, with slippage or slices to suit.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'ticks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_assess_mev_risk computes what an attacker could take from a swap at its slippage in a Uniswap V3 pool, and the slippage or number of slices at which no attack pays.',
  promptGuidelines: [
    'Where even one slice at the safe slippage is too tight to be filled, send it by a private route.',
    'Gas is counted only in pools of the wrapped native coin.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      feeTier: FeeTierSchema,
      amountInBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    quotedAmountOutBaseUnits: BaseUnitsSchema,
    slippageBps: Type.Integer(),
    /** What the swap gets if an attacker takes all that it can. */
    worstAmountOutBaseUnits: BaseUnitsSchema,
    worstLossBps: Type.Integer(),
    /** Sold before the swap, in tokenIn. */
    attackAmountInBaseUnits: BaseUnitsSchema,
    /** After both fees, in tokenIn; gas not counted. */
    attackProfitBaseUnits: SignedBaseUnitsSchema,
    /** In tokenIn; null when neither token is the wrapped native coin. */
    attackGasCostBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    isAttackProfitable: Type.Boolean(),
    /** The widest slippage up to the given one at which no attack pays. */
    safeSlippageBps: Type.Integer(),
    /** Equal slices at the given slippage of which none is worth attacking; null when 16 are too few. */
    safeSlices: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'POOL_NOT_FOUND',
    'QUOTE_FAILED',
    'PROTOCOL_NOT_DEPLOYED',
  ],
  async read({ feeTier, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    const pool = poolOf(ctx, tokenIn, tokenOut, feeTier)
    ctx.step('pool')
    const [state, gasPriceWei] = await Promise.all([readPoolState(ctx, pool), ctx.chain.getGasPrice()])
    ctx.step('ticks')
    const around = await readTicks(ctx, pool, state, WORDS_EACH_SIDE)
    const zeroForOne = pool.token0 === tokenIn
    const curve = { ...state, ...around, feeTier }
    const trade = { curve, zeroForOne, amountIn }
    const quote = quoteTrade(trade)
    if (!quote.isComplete || quote.amountOut === 0n) {
      throw new ToolError('QUOTE_FAILED', {
        pair: `${tokenIn.symbol}/${tokenOut.symbol}`,
        reason: 'the pool cannot trade that amount near its price',
      })
    }
    const gas = { pool, state, gas: SANDWICH_GAS, gasPriceWei }
    const gasCost = zeroForOne ? gasCostIn0(ctx, gas) : gasCostIn1(ctx, gas)
    const cost = gasCost ?? 0n
    const risk = assessSandwich(trade, slippageBps)
    const isProfitable = risk.profitIn > cost
    const safeSlices = Array.from({ length: MOST_SLICES }, (_, index) => index + 1).find(
      (slices) =>
        assessSandwich({ ...trade, amountIn: amountIn / BigInt(slices) || 1n }, slippageBps).profitIn <= cost,
    )
    return {
      quotedAmountOutBaseUnits: quote.amountOut.toString(),
      slippageBps,
      worstAmountOutBaseUnits: risk.victimOut.toString(),
      worstLossBps: shortfallBps(quote.amountOut, risk.victimOut),
      attackAmountInBaseUnits: risk.frontIn.toString(),
      attackProfitBaseUnits: risk.profitIn.toString(),
      attackGasCostBaseUnits: gasCost?.toString() ?? null,
      isAttackProfitable: isProfitable,
      safeSlippageBps: isProfitable ? findSafeSlippageBps(trade, slippageBps, cost) : slippageBps,
      safeSlices: safeSlices ?? null,
    }
  },
})
