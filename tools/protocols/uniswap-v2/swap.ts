import type { Address } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BaseUnitsSchema, BpsSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  DEFAULT_SLIPPAGE_BPS,
  maximumAfterSlippage,
  minimumAfterSlippage,
  SlippageSchema,
  slippageOfLimit,
} from '../../kit/slippage.ts'
import { routerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { getAmountIn, getAmountOut } from './maths.ts'
import { inOrderOf, pairOf, readPair, resolveTokens } from './pair.ts'
import { NO_DEADLINE } from './pair-address.ts'

const SALE_PARAMETERS = {
  tokenIn: TokenSchema,
  tokenOut: TokenSchema,
  amountInBaseUnits: BaseUnitsSchema,
  slippageBps: SlippageSchema,
  amountOutMinimumBaseUnits: Type.Optional(
    Type.String({
      ...BaseUnitsSchema,
      description: 'least output to accept, base units; wins over slippageBps',
    }),
  ),
}

/** Parameters of a swap of an exact input in one pair. */
export const SwapInputSchema = Type.Object(SALE_PARAMETERS, { additionalProperties: false })

/** Parameters of a swap of tokens that keep a part of what is transferred. */
export const TaxedSwapSchema = Type.Object(
  {
    ...SALE_PARAMETERS,
    transferFeeInBps: Type.Optional(
      Type.Integer({
        ...BpsSchema,
        description: 'what tokenIn keeps of a transfer, basis points; 0 by default',
      }),
    ),
    transferFeeOutBps: Type.Optional(
      Type.Integer({
        ...BpsSchema,
        description: 'what tokenOut keeps of a transfer, basis points; 0 by default',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Parameters of a swap for an exact output in one pair. */
export const SwapOutputSchema = Type.Object(
  {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    slippageBps: SlippageSchema,
    amountInMaximumBaseUnits: Type.Optional(
      Type.String({
        ...BaseUnitsSchema,
        description: 'most input to spend, base units; wins over slippageBps',
      }),
    ),
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

/** Codes that planning a swap in one pair may raise. */
export const SWAP_ERROR_CODES = [
  'ZERO_AMOUNT',
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'PROTOCOL_NOT_DEPLOYED',
  'PAIR_NOT_FOUND',
  'CHAIN_READ_FAILED',
  'QUOTE_FAILED',
] as const

type Planning = Pick<ToolContext, 'book' | 'chain' | 'account'>

/** Functions that sell an exact input. */
type Selling = 'swapExactTokensForTokens' | 'swapExactTokensForTokensSupportingFeeOnTransferTokens'

/** A swap whose amounts and limits are settled. */
interface SwapTerms {
  readonly tokenIn: TokenInfo
  readonly tokenOut: TokenInfo
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly toleranceBps: number
  /** Amount of tokenIn that the router may take. */
  readonly approved: bigint
  /** Whether the swap may leave a part of the approval unused, which then is revoked. */
  readonly mayLeaveAllowance: boolean
  readonly swap: Call
}

/** Build the error for what a pair does not trade. */
export const quoteFailed = (tokenIn: TokenInfo, tokenOut: TokenInfo, reason: string) =>
  new ToolError('QUOTE_FAILED', { pair: `${tokenIn.symbol}/${tokenOut.symbol}`, reason })

/** Build the call that sells an exact input to the account itself. */
const buildSale = (
  { book, account }: Pick<Planning, 'book' | 'account'>,
  functionName: Selling,
  sale: { readonly path: readonly Address[]; readonly amountIn: bigint; readonly least: bigint },
): Call => ({
  to: BASE.on(book).router,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: routerAbi,
    functionName,
    args: [sale.amountIn, sale.least, sale.path, account, NO_DEADLINE],
  }),
})

/** Build the call that buys an exact output for the account itself. */
export const buildPurchase = (
  { book, account }: Pick<Planning, 'book' | 'account'>,
  purchase: { readonly path: readonly Address[]; readonly amountOut: bigint; readonly most: bigint },
): Call => ({
  to: BASE.on(book).router,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapTokensForExactTokens',
    args: [purchase.amountOut, purchase.most, purchase.path, account, NO_DEADLINE],
  }),
})

/** Plan `[approve, swap]`, and the revocation where the swap may leave an allowance. */
function planSwap({ book, account }: Planning, terms: SwapTerms): TransactionPlan {
  const { router } = BASE.on(book)
  const { tokenIn, tokenOut, amountIn, amountOut, approved, toleranceBps } = terms
  return planTransaction(
    [
      buildApproval(tokenIn.address, router, approved),
      terms.swap,
      ...(terms.mayLeaveAllowance ? [buildApproval(tokenIn.address, router, 0n)] : []),
    ],
    {
      assets: [
        { token: tokenIn.address, account, deltaBaseUnits: -amountIn },
        { token: tokenOut.address, account, deltaBaseUnits: amountOut },
      ],
      allowances: [{ token: tokenIn.address, owner: account, spender: router, valueBaseUnits: 0n }],
      toleranceBps,
    },
  )
}

/** The least output to accept and the tolerance that follows from it. */
function limitOutput(
  quoted: bigint,
  params: { readonly slippageBps?: number; readonly amountOutMinimumBaseUnits?: string },
): { readonly least: bigint; readonly toleranceBps: number } {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS, amountOutMinimumBaseUnits } = params
  if (amountOutMinimumBaseUnits === undefined) {
    return { least: minimumAfterSlippage(quoted, slippageBps), toleranceBps: slippageBps }
  }
  const least = BigInt(amountOutMinimumBaseUnits)
  return { least, toleranceBps: slippageOfLimit(quoted, least) }
}

/** What is left of an amount once a token kept its part, rounded down. */
const afterFee = (amount: bigint, feeBps = 0): bigint => (amount * BigInt(10_000 - feeBps)) / 10_000n

/**
 * Plan a swap of an exact input in the pair of both tokens, by its reserves at the head, in one request.
 *
 * @throws ToolError one of `SWAP_ERROR_CODES`
 */
export async function planSale(
  ctx: Planning,
  functionName: Selling,
  params: Static<typeof TaxedSwapSchema>,
): Promise<TransactionPlan> {
  const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
  const [tokenIn, tokenOut] = await resolveTokens(ctx, params.tokenIn, params.tokenOut)
  const state = await readPair(ctx, pairOf(ctx, tokenIn, tokenOut))
  const arriving = afterFee(amountIn, params.transferFeeInBps)
  const bought = getAmountOut(arriving, inOrderOf(state, tokenIn, state.reserves))
  const amountOut = afterFee(bought, params.transferFeeOutBps)
  if (amountOut === 0n) throw quoteFailed(tokenIn, tokenOut, 'the amount is too small to bring anything')
  const { least, toleranceBps } = limitOutput(amountOut, params)
  const path = [tokenIn.address, tokenOut.address]
  return planSwap(ctx, {
    ...{ tokenIn, tokenOut, amountIn, amountOut, toleranceBps, approved: amountIn },
    mayLeaveAllowance: false,
    swap: buildSale(ctx, functionName, { path, amountIn, least }),
  })
}

/**
 * Plan a swap for an exact output in the pair of both tokens, by its reserves at the head, in one request.
 *
 * @throws ToolError one of `SWAP_ERROR_CODES`
 */
export async function planPurchase(
  ctx: Planning,
  params: Static<typeof SwapOutputSchema>,
): Promise<TransactionPlan> {
  const amountOut = readAmount(params.amountOutBaseUnits, 'amountOutBaseUnits')
  const [tokenIn, tokenOut] = await resolveTokens(ctx, params.tokenIn, params.tokenOut)
  const state = await readPair(ctx, pairOf(ctx, tokenIn, tokenOut))
  const amountIn = getAmountIn(amountOut, inOrderOf(state, tokenIn, state.reserves))
  if (amountIn === undefined) throw quoteFailed(tokenIn, tokenOut, 'the pair does not hold that much')
  const { slippageBps = DEFAULT_SLIPPAGE_BPS, amountInMaximumBaseUnits } = params
  const isExplicit = amountInMaximumBaseUnits !== undefined
  const most = isExplicit ? BigInt(amountInMaximumBaseUnits) : maximumAfterSlippage(amountIn, slippageBps)
  const path = [tokenIn.address, tokenOut.address]
  return planSwap(ctx, {
    ...{ tokenIn, tokenOut, amountIn, amountOut, approved: most },
    // Whatever the slippage: others may make it cheaper.
    mayLeaveAllowance: true,
    toleranceBps: isExplicit ? slippageOfLimit(amountIn, most) : slippageBps,
    swap: buildPurchase(ctx, { path, amountOut, most }),
  })
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
  const [amountIn, amountOut] = [-deltaOf(spent?.token), deltaOf(bought?.token)]
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
