import type { Address } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import {
  DEFAULT_SLIPPAGE_BPS,
  maximumAfterSlippage,
  minimumAfterSlippage,
  SlippageSchema,
  slippageOfLimit,
} from '../../kit/slippage.ts'
import { vaultAbi } from './abi.ts'
import { moves, spentAllowance } from './acts.ts'
import { BASE } from './base.ts'
import { type Quote, quoteRoute } from './quote.ts'
import {
  AMOUNT_PARAMETERS,
  endsOf,
  ownFunds,
  ROUTE_ERROR_CODES,
  type Route,
  readTradeAmount,
  resolveRoute,
  SWAP_KIND,
  type TradeAmount,
  toSteps,
} from './route.ts'

/** None of the Vault's: the account's `execute` enforces the deadline of the permit. */
const NO_DEADLINE = 2n ** 256n - 1n

/** Parameters that say how much is traded, and what limits it. */
export const TRADE_PARAMETERS = {
  ...AMOUNT_PARAMETERS,
  slippageBps: SlippageSchema,
  amountOutMinimumBaseUnits: Type.Optional(
    Type.String({
      ...BaseUnitsSchema,
      description: 'least output of an exact input, base units; wins over slippageBps',
    }),
  ),
  amountInMaximumBaseUnits: Type.Optional(
    Type.String({
      ...BaseUnitsSchema,
      description: 'most input of an exact output, base units; wins over slippageBps',
    }),
  ),
}

/** What every trade reports. */
export const TRADE_OUTPUT = Type.Object({
  tokenIn: Type.String(),
  tokenOut: Type.String(),
  amountInBaseUnits: BaseUnitsSchema,
  amountOutBaseUnits: BaseUnitsSchema,
})

/** Codes that planning a trade may raise. */
export const TRADE_ERROR_CODES = [...ROUTE_ERROR_CODES, 'ZERO_AMOUNT'] as const

type Planning = Pick<ToolContext, 'book' | 'chain' | 'account'>

interface TradeParams {
  readonly amountInBaseUnits?: string
  readonly amountOutBaseUnits?: string
  readonly slippageBps?: number
  readonly amountOutMinimumBaseUnits?: string
  readonly amountInMaximumBaseUnits?: string
}

/** The most that goes in and the least that comes out, and the tolerance that follows from it. */
interface Bounds {
  readonly most: bigint
  readonly least: bigint
  readonly toleranceBps: number
}

/** Bound a trade on the side that is not fixed. @throws ToolError INVALID_PARAMS */
function boundTrade({ exact }: TradeAmount, { amountIn, amountOut }: Quote, params: TradeParams): Bounds {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS, amountOutMinimumBaseUnits, amountInMaximumBaseUnits } = params
  const foreign = exact === 'input' ? amountInMaximumBaseUnits : amountOutMinimumBaseUnits
  if (foreign !== undefined) {
    throw new ToolError('INVALID_PARAMS', {
      path: exact === 'input' ? '/amountInMaximumBaseUnits' : '/amountOutMinimumBaseUnits',
      problem: `limits the side that is fixed: the ${exact} is exact`,
    })
  }
  if (exact === 'input') {
    if (amountOutMinimumBaseUnits === undefined) {
      const least = minimumAfterSlippage(amountOut, slippageBps)
      return { most: amountIn, least, toleranceBps: slippageBps }
    }
    const least = BigInt(amountOutMinimumBaseUnits)
    return { most: amountIn, least, toleranceBps: slippageOfLimit(amountOut, least) }
  }
  if (amountInMaximumBaseUnits === undefined) {
    const most = maximumAfterSlippage(amountIn, slippageBps)
    return { most, least: amountOut, toleranceBps: slippageBps }
  }
  const most = BigInt(amountInMaximumBaseUnits)
  return { most, least: amountOut, toleranceBps: slippageOfLimit(amountIn, most) }
}

/** Build the call of the Vault: `swap` for one pool, `batchSwap` for several. */
function encodeTrade({ account }: Planning, route: Route, trade: TradeAmount, { most, least }: Bounds) {
  const funds = ownFunds(account)
  const [poolId, ...others] = route.poolIds
  if (poolId !== undefined && others.length === 0) {
    const [{ address: assetIn }, { address: assetOut }] = endsOf(route)
    const { exact, amountBaseUnits: amount } = trade
    return encodeFunctionData({
      abi: vaultAbi,
      functionName: 'swap',
      args: [
        { poolId, kind: SWAP_KIND[exact], assetIn, assetOut, amount, userData: '0x' },
        funds,
        exact === 'input' ? least : most,
        NO_DEADLINE,
      ],
    })
  }
  // Of what is between, nothing may come or go.
  const limits = route.tokens.map((_, index) =>
    index === 0 ? most : index === route.tokens.length - 1 ? -least : 0n,
  )
  const assets = route.tokens.map(({ address }) => address)
  return encodeFunctionData({
    abi: vaultAbi,
    functionName: 'batchSwap',
    args: [SWAP_KIND[trade.exact], toSteps(route, trade), assets, funds, limits, NO_DEADLINE],
  })
}

/**
 * Plan to let the Vault take what a trade may cost, to trade, and to take back what it may leave, in one request.
 *
 * @throws ToolError one of `TRADE_ERROR_CODES`
 */
export async function planTrade(
  ctx: Planning,
  named: Parameters<typeof resolveRoute>[1],
  params: TradeParams,
): Promise<TransactionPlan> {
  const { vault } = BASE.on(ctx.book)
  const trade = readTradeAmount(params)
  const route = await resolveRoute(ctx, named)
  const quote = await quoteRoute(ctx, route, trade)
  const bounds = boundTrade(trade, quote, params)
  const [{ address: tokenIn }, { address: tokenOut }] = endsOf(route)
  return planTransaction(
    [
      buildApproval(tokenIn, vault, bounds.most),
      { to: vault, valueWei: 0n, data: encodeTrade(ctx, route, trade, bounds) },
      // Whatever the slippage: others may make an exact output cheaper.
      ...(trade.exact === 'output' ? [buildApproval(tokenIn, vault, 0n)] : []),
    ],
    {
      assets: [moves(ctx, tokenIn, -quote.amountIn), moves(ctx, tokenOut, quote.amountOut)],
      allowances: [spentAllowance(ctx, tokenIn)],
      toleranceBps: bounds.toleranceBps,
    },
  )
}

/** Report a trade from its receipt: what went out of and into the account. */
export function settleTrade({
  plan,
  receipt,
  account,
}: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): Settlement<Static<typeof TRADE_OUTPUT>> {
  const assets = readTransferDeltas(receipt, account)
  const [sold, bought] = plan.expectation.assets
  const deltaOf = (token: Address | undefined) =>
    assets.find((delta) => token !== undefined && isAddressEqual(delta.token, token))?.deltaBaseUnits ?? 0n
  return {
    data: {
      tokenIn: sold?.token ?? '',
      tokenOut: bought?.token ?? '',
      amountInBaseUnits: (-deltaOf(sold?.token)).toString(),
      amountOutBaseUnits: deltaOf(bought?.token).toString(),
    },
    actualOutcome: {
      ...EMPTY_OUTCOME,
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
    },
    groundTruthSource: 'receipt',
  }
}
