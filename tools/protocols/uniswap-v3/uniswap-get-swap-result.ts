import { TransactionReceiptNotFoundError } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderExecutionPrice } from '../../kit/pool-price.ts'
import { BASE } from './base.ts'
import { identifyPools } from './pool.ts'
import { shortfallBps } from './swap.ts'
import { joinSwaps, parseSwapLogs, readSwap } from './swap-logs.ts'

const Nullable = {
  address: Type.Union([AddressSchema, Type.Null()]),
  amount: Type.Union([BaseUnitsSchema, Type.Null()]),
}

/** Decode a mined swap: amounts in and out, realised price and slippage against its quote. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_swap_result',
  description: 'Decode a mined swap: amounts in and out, realised price and slippage against its quote.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['receipt', 'pools'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_swap_result decodes a mined Uniswap V3 swap by transaction hash: amounts in and out, realised price, each pool passed, and slippage against a given quote.',
  promptGuidelines: ['Totals are null when the transaction holds several trades that do not join.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { hash: HashSchema, quotedAmountOutBaseUnits: Type.Optional(BaseUnitsSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    hash: HashSchema,
    status: Type.Union([Type.Literal('success'), Type.Literal('reverted')]),
    tokenIn: Nullable.address,
    tokenOut: Nullable.address,
    amountInBaseUnits: Nullable.amount,
    amountOutBaseUnits: Nullable.amount,
    /** Whole tokens out for one whole token in. */
    price: Type.Union([Type.String(), Type.Null()]),
    /** Shortfall against the quote; below zero when more came out, null without a quote. */
    slippageBps: Type.Union([Type.Integer(), Type.Null()]),
    gasUsed: BaseUnitsSchema,
    swaps: Type.Array(
      Type.Object({
        pool: AddressSchema,
        feeTier: Type.Integer(),
        tokenIn: AddressSchema,
        tokenOut: AddressSchema,
        amountInBaseUnits: BaseUnitsSchema,
        amountOutBaseUnits: BaseUnitsSchema,
        tickAfter: Type.Integer(),
      }),
    ),
  }),
  errorCodes: ['NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ hash, quotedAmountOutBaseUnits }, ctx) {
    ctx.step('receipt')
    const receipt = await ctx.chain.getTransactionReceipt({ hash }).catch((cause) => {
      if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause
      const reason = 'it is pending or unknown to the node'
      throw new ToolError('NOT_FOUND', { subject: `receipt of ${hash}`, reason }, { cause })
    })
    const logs = parseSwapLogs(receipt.logs)
    ctx.step('pools')
    const pools =
      logs.length === 0
        ? []
        : await identifyPools(
            ctx,
            logs.map((log) => log.address),
          )
    const swaps = logs.flatMap((log) => {
      const pool = pools.find((candidate) => candidate && isAddressEqual(candidate.address, log.address))
      return pool === undefined ? [] : [{ pool, ...readSwap(pool, log) }]
    })
    const total = joinSwaps(swaps)
    const quoted = BigInt(quotedAmountOutBaseUnits ?? '0')
    return {
      hash,
      status: receipt.status,
      tokenIn: total?.tokenIn.address ?? null,
      tokenOut: total?.tokenOut.address ?? null,
      amountInBaseUnits: total?.amountIn.toString() ?? null,
      amountOutBaseUnits: total?.amountOut.toString() ?? null,
      price: total
        ? renderExecutionPrice(total.amountIn, total.tokenIn, total.amountOut, total.tokenOut)
        : null,
      slippageBps: total && quoted > 0n ? shortfallBps(quoted, total.amountOut) : null,
      gasUsed: receipt.gasUsed.toString(),
      swaps: swaps.map((swap) => ({
        pool: swap.pool.address,
        feeTier: swap.pool.feeTier,
        tokenIn: swap.tokenIn.address,
        tokenOut: swap.tokenOut.address,
        amountInBaseUnits: swap.amountIn.toString(),
        amountOutBaseUnits: swap.amountOut.toString(),
        tickAfter: swap.tick,
      })),
    }
  },
})
