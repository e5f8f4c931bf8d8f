import type { Address, Hex } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BaseUnitsSchema, FeeTierSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { renderExecutionPrice } from '../../kit/pool-price.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  DEFAULT_SLIPPAGE_BPS,
  maximumAfterSlippage,
  minimumAfterSlippage,
  SlippageSchema,
  slippageOfLimit,
} from '../../kit/slippage.ts'
import { swapRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { resolvePair } from './pool.ts'
import { quoteBestPool } from './quote.ts'

/** Least output to accept, as write tools take it. */
export const MinimumSchema = Type.Optional(
  Type.String({
    ...BaseUnitsSchema,
    description: 'least output to accept, base units; wins over slippageBps',
  }),
)

/** Most input to spend, as write tools take it. */
export const MaximumSchema = Type.Optional(
  Type.String({
    ...BaseUnitsSchema,
    description: 'most input to spend, base units; wins over slippageBps',
  }),
)

/** Amount of a quote that was shown before. */
export const QuotedSchema = Type.Optional(
  Type.String({
    ...BaseUnitsSchema,
    description: 'amount that the quote showed, base units; with the fee tier it saves quoting again',
  }),
)

/** What is missing of a quoted output, in basis points rounded up; below zero when there is more of it. */
export function shortfallBps(quoted: bigint, received: bigint): number {
  const missing = (quoted - received) * 10_000n
  return Number(missing > 0n ? divideUp(missing, quoted) : missing / quoted)
}

/** Parameters of a swap of an exact input through one pool. */
export const SwapInputSchema = Type.Object(
  {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    amountInBaseUnits: BaseUnitsSchema,
    feeTier: Type.Optional(FeeTierSchema),
    slippageBps: SlippageSchema,
    amountOutMinimumBaseUnits: MinimumSchema,
    quotedAmountOutBaseUnits: QuotedSchema,
  },
  { additionalProperties: false },
)

/** Parameters of a swap for an exact output through one pool. */
export const SwapOutputSchema = Type.Object(
  {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    feeTier: Type.Optional(FeeTierSchema),
    slippageBps: SlippageSchema,
    amountInMaximumBaseUnits: MaximumSchema,
    quotedAmountInBaseUnits: QuotedSchema,
  },
  { additionalProperties: false },
)

/** What every swap reports. */
export const SwapResultSchema = Type.Object({
  tokenIn: Type.String(),
  tokenOut: Type.String(),
  amountInBaseUnits: BaseUnitsSchema,
  amountOutBaseUnits: BaseUnitsSchema,
})

/** Codes that planning a swap through one pool may raise. */
export const SWAP_ERROR_CODES = [
  'ZERO_AMOUNT',
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'PROTOCOL_NOT_DEPLOYED',
  'POOL_NOT_FOUND',
  'QUOTE_FAILED',
] as const

/** A swap whose amounts and limits are settled. */
export interface SwapTerms {
  readonly tokenIn: TokenInfo
  readonly tokenOut: TokenInfo
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly toleranceBps: number
  /** Amount of tokenIn that the router may take. */
  readonly approved: bigint
  /** Whether the swap may leave a part of the approval unused, which then is revoked. */
  readonly mayLeaveAllowance: boolean
  readonly data: Hex
}

/** A planned swap with what it was quoted. */
export interface PlannedSwap {
  readonly plan: TransactionPlan
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly feeTier: number
}

/** Plan `[approve, swap]`, and the revocation where the swap may leave an allowance. */
export function planSwap(ctx: Pick<ToolContext, 'book' | 'account'>, swap: SwapTerms): TransactionPlan {
  const { swapRouter } = BASE.on(ctx.book)
  const tokenIn = swap.tokenIn.address
  const calls = [
    buildApproval(tokenIn, swapRouter, swap.approved),
    { to: swapRouter, valueWei: 0n, data: swap.data },
    ...(swap.mayLeaveAllowance ? [buildApproval(tokenIn, swapRouter, 0n)] : []),
  ]
  return planTransaction(calls, {
    assets: [
      { token: tokenIn, account: ctx.account, deltaBaseUnits: -swap.amountIn },
      { token: swap.tokenOut.address, account: ctx.account, deltaBaseUnits: swap.amountOut },
    ],
    allowances: [{ token: tokenIn, owner: ctx.account, spender: swapRouter, valueBaseUnits: 0n }],
    toleranceBps: swap.toleranceBps,
  })
}

/** The least output to accept and the tolerance that follows from it. */
export function limitOutput(
  quoted: bigint,
  params: { readonly slippageBps?: number; readonly amountOutMinimumBaseUnits?: string },
): { readonly amountOutMinimum: bigint; readonly toleranceBps: number } {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS, amountOutMinimumBaseUnits } = params
  if (amountOutMinimumBaseUnits === undefined) {
    return { amountOutMinimum: minimumAfterSlippage(quoted, slippageBps), toleranceBps: slippageBps }
  }
  const amountOutMinimum = BigInt(amountOutMinimumBaseUnits)
  return { amountOutMinimum, toleranceBps: slippageOfLimit(quoted, amountOutMinimum) }
}

/** The most input to spend and the tolerance that follows from it. */
export function limitInput(
  quoted: bigint,
  params: { readonly slippageBps?: number; readonly amountInMaximumBaseUnits?: string },
): { readonly amountInMaximum: bigint; readonly toleranceBps: number } {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS, amountInMaximumBaseUnits } = params
  if (amountInMaximumBaseUnits === undefined) {
    return { amountInMaximum: maximumAfterSlippage(quoted, slippageBps), toleranceBps: slippageBps }
  }
  const amountInMaximum = BigInt(amountInMaximumBaseUnits)
  return { amountInMaximum, toleranceBps: slippageOfLimit(quoted, amountInMaximum) }
}

/**
 * Plan a swap of an exact input through one pool. With a fee tier and a quote nothing is read; without, one
 * request quotes.
 *
 * @throws ToolError one of `SWAP_ERROR_CODES`
 */
export async function planExactInput(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'account'>,
  params: Static<typeof SwapInputSchema>,
): Promise<PlannedSwap> {
  const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
  const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
  const quote =
    params.feeTier !== undefined && params.quotedAmountOutBaseUnits !== undefined
      ? { feeTier: params.feeTier, amountOut: BigInt(params.quotedAmountOutBaseUnits) }
      : await quoteBestPool(
          ctx,
          tokenIn,
          tokenOut,
          { exact: 'input', amountBaseUnits: amountIn },
          params.feeTier === undefined ? undefined : [params.feeTier],
        )
  // A quote of nothing would set a limit of nothing.
  if (quote.amountOut === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'quotedAmountOutBaseUnits' })
  const { amountOutMinimum, toleranceBps } = limitOutput(quote.amountOut, params)
  const data = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: tokenIn.address,
        tokenOut: tokenOut.address,
        fee: quote.feeTier,
        recipient: ctx.account,
        amountIn,
        amountOutMinimum,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  const plan = planSwap(ctx, {
    tokenIn,
    tokenOut,
    amountIn,
    amountOut: quote.amountOut,
    toleranceBps,
    approved: amountIn,
    mayLeaveAllowance: false,
    data,
  })
  return { plan, amountIn, amountOut: quote.amountOut, feeTier: quote.feeTier }
}

/**
 * Plan a swap for an exact output through one pool. With a fee tier and a quote nothing is read; without, one
 * request quotes.
 *
 * @throws ToolError one of `SWAP_ERROR_CODES`
 */
export async function planExactOutput(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'account'>,
  params: Static<typeof SwapOutputSchema>,
): Promise<PlannedSwap> {
  const amountOut = readAmount(params.amountOutBaseUnits, 'amountOutBaseUnits')
  const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
  const quote =
    params.feeTier !== undefined && params.quotedAmountInBaseUnits !== undefined
      ? { feeTier: params.feeTier, amountIn: BigInt(params.quotedAmountInBaseUnits) }
      : await quoteBestPool(
          ctx,
          tokenIn,
          tokenOut,
          { exact: 'output', amountBaseUnits: amountOut },
          params.feeTier === undefined ? undefined : [params.feeTier],
        )
  if (quote.amountIn === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'quotedAmountInBaseUnits' })
  const { amountInMaximum, toleranceBps } = limitInput(quote.amountIn, params)
  const data = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactOutputSingle',
    args: [
      {
        tokenIn: tokenIn.address,
        tokenOut: tokenOut.address,
        fee: quote.feeTier,
        recipient: ctx.account,
        amountOut,
        amountInMaximum,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  const plan = planSwap(ctx, {
    tokenIn,
    tokenOut,
    amountIn: quote.amountIn,
    amountOut,
    toleranceBps,
    approved: amountInMaximum,
    mayLeaveAllowance: true,
    data,
  })
  return { plan, amountIn: quote.amountIn, amountOut, feeTier: quote.feeTier }
}

/** Report a swap from its receipt: what went out of and into the account. */
export function settleSwap({
  plan,
  receipt,
  account,
}: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): Settlement<Static<typeof SwapResultSchema>> {
  const assets = readTransferDeltas(receipt, account)
  const [spent, bought] = plan.expectation.assets
  const deltaOf = (token: Address | undefined) =>
    assets.find((delta) => token !== undefined && isAddressEqual(delta.token, token))?.deltaBaseUnits ?? 0n
  const amountIn = -deltaOf(spent?.token)
  const amountOut = deltaOf(bought?.token)
  return {
    data: {
      tokenIn: spent?.token ?? '',
      tokenOut: bought?.token ?? '',
      amountInBaseUnits: (amountIn > 0n ? amountIn : 0n).toString(),
      amountOutBaseUnits: (amountOut > 0n ? amountOut : 0n).toString(),
    },
    actualOutcome: {
      ...EMPTY_OUTCOME,
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
    },
    groundTruthSource: 'receipt',
  }
}

/** Render what one whole token in brings out, as quotes report it. */
export const renderQuotePrice = (
  tokenIn: TokenInfo,
  tokenOut: TokenInfo,
  quote: { readonly amountIn: bigint; readonly amountOut: bigint },
): string => renderExecutionPrice(quote.amountIn, tokenIn, quote.amountOut, tokenOut)
