import { type Address, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import { NATIVE_TOKEN, type TokenInfo } from '../../core/address-book.ts'
import { isContractOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type AssetDelta, EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { AddressSchema, BaseUnitsSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { allowThrough } from '../../kit/allow-through.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import { contractOf } from '../../kit/contract-of.ts'
import {
  DEFAULT_SLIPPAGE_BPS,
  maximumAfterSlippage,
  minimumAfterSlippage,
  SlippageSchema,
  slippageOfLimit,
} from '../../kit/slippage.ts'
import { poolManagerAbi, universalRouterAbi } from './abi.ts'
import { type EncodedAction, encodeUnlock } from './actions.ts'
import { BASE } from './base.ts'
import { toCurrency } from './currency.ts'
import { ALONG, ALONG_BOUNDED, SINGLE } from './decoder.ts'
import { describePowers, permissionsOf } from './hook.ts'
import { NO_DEADLINE } from './liquidity.ts'
import { PATH_PARAMETERS } from './path.ts'
import { readNative, readPermit2 } from './payment.ts'
import { KEY_PARAMETERS, POOL_ERROR_CODES, type Pool } from './pool.ts'
import { type Path, type Quote, quotePath, quotePool, type TradeAmount, toPathKeys } from './quote.ts'

/** `V4_SWAP` (universal-router `Commands.sol`). */
const V4_SWAP = '0x10'

const least = {
  amountOutMinimumBaseUnits: Type.Optional(
    Type.String({
      ...BaseUnitsSchema,
      description: 'least output to accept, base units; wins over slippageBps',
    }),
  ),
}

/** Parameters of a swap of an exact input in one pool. */
export const SwapInputSchema = Type.Object(
  {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    ...KEY_PARAMETERS,
    amountInBaseUnits: BaseUnitsSchema,
    slippageBps: SlippageSchema,
    ...least,
  },
  { additionalProperties: false },
)

/** Parameters of a swap of an exact input along several pools. */
export const SwapPathSchema = Type.Object(
  { ...PATH_PARAMETERS, amountInBaseUnits: BaseUnitsSchema, slippageBps: SlippageSchema, ...least },
  { additionalProperties: false },
)

/** Parameters of a swap for an exact output in one pool. */
export const SwapOutputSchema = Type.Object(
  {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    ...KEY_PARAMETERS,
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
  tokenIn: AddressSchema,
  tokenOut: AddressSchema,
  amountInBaseUnits: BaseUnitsSchema,
  /** Of native coins what the pool logs that it paid; where its hook takes or gives of that, what the plan stated. */
  amountOutBaseUnits: BaseUnitsSchema,
})

type SwapParams =
  | Static<typeof SwapInputSchema>
  | Static<typeof SwapOutputSchema>
  | Static<typeof SwapPathSchema>

/** Codes that planning a swap may raise. */
export const SWAP_ERROR_CODES = [...POOL_ERROR_CODES, 'ZERO_AMOUNT', 'QUOTE_FAILED'] as const

type Planning = Pick<ToolContext, 'book' | 'chain' | 'account'>

/** How far a trade may end up from its quote. */
interface Wanted {
  readonly trade: TradeAmount
  readonly slippageBps?: number | undefined
  /** The least output or the most input; wins over the slippage. */
  readonly limit?: bigint | undefined
}

/** The limit of a trade, and the tolerance that follows from it. */
function limitTrade(
  { trade, slippageBps = DEFAULT_SLIPPAGE_BPS, limit }: Wanted,
  { amountIn, amountOut }: Quote,
): { readonly limit: bigint; readonly toleranceBps: number } {
  const quoted = trade.exact === 'input' ? amountOut : amountIn
  if (limit !== undefined) return { limit, toleranceBps: slippageOfLimit(quoted, limit) }
  const within = trade.exact === 'input' ? minimumAfterSlippage : maximumAfterSlippage
  return { limit: within(quoted, slippageBps), toleranceBps: slippageBps }
}

/** A trade in one pool. */
interface WantedInPool extends Wanted {
  readonly tokenIn: TokenInfo
  readonly tokenOut: TokenInfo
  readonly pool: Pool
}

/** A trade of an exact input along several pools. */
interface WantedAlong extends Wanted {
  readonly path: Path
}

const encodeInPool = ({ tokenIn, pool, trade }: WantedInPool, limit: bigint): EncodedAction => ({
  code: trade.exact === 'input' ? '0x06' : '0x08',
  input: encodeAbiParameters(SINGLE, [
    {
      poolKey: pool.key,
      zeroForOne: tokenIn.address === pool.token0.address,
      exact: trade.amountBaseUnits,
      limit,
      hookData: '0x',
    },
  ]),
})

/** A router that takes bounds of hops is given none: what comes out in all is bounded. */
function encodeAlong({ path, trade }: WantedAlong, limit: bigint, isBounded: boolean): EncodedAction {
  const swap = {
    currency: toCurrency(path.tokens[0] as TokenInfo),
    path: toPathKeys(path, 'input'),
    exact: trade.amountBaseUnits,
    limit,
  }
  return {
    code: '0x07',
    input: isBounded
      ? encodeAbiParameters(ALONG_BOUNDED, [{ ...swap, hopBounds: [] }])
      : encodeAbiParameters(ALONG, [swap]),
  }
}

/** A swap whose terms are known, with what it is quoted at. */
interface Terms {
  readonly tokenIn: TokenInfo
  readonly tokenOut: TokenInfo
  readonly exact: TradeAmount['exact']
  readonly quote: Quote
  readonly limit: bigint
  readonly swap: EncodedAction
}

/** Encode `[swap, SETTLE_ALL, TAKE_ALL]`: the router's caller pays at most so much and gets at least so much. */
function encodeSwap({ tokenIn, tokenOut, exact, quote, limit, swap }: Terms): Hex {
  const [currencyIn, currencyOut] = [toCurrency(tokenIn), toCurrency(tokenOut)]
  const bound = (code: '0x0c' | '0x0f', currency: Address, amount: bigint) => ({
    code,
    input: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [currency, amount]),
  })
  const [most, least] = exact === 'input' ? [quote.amountIn, limit] : [limit, quote.amountOut]
  return encodeUnlock([swap, bound('0x0c', currencyIn, most), bound('0x0f', currencyOut, least)])
}

/** What a router is not asked for of native coins stays in it, so that cages pay it with tokens alone. */
function assertNoCoin({ address }: TokenInfo, path: string): void {
  if (address !== NATIVE_TOKEN) return
  const problem = 'the native coin cannot be paid here: trade its wrapped form in a pool of that one'
  throw new ToolError('INVALID_PARAMS', { path, problem })
}

/**
 * Plan `[approve, allow, swap, disallow, revoke]` by a quote at the head.
 *
 * @throws ToolError one of `SWAP_ERROR_CODES`
 */
export async function planSwap(ctx: Planning, wanted: WantedInPool): Promise<TransactionPlan> {
  const { tokenIn, tokenOut, pool, trade } = wanted
  assertNoCoin(tokenIn, '/tokenIn')
  const [{ quote }, permit2] = await Promise.all([quotePool(ctx, tokenIn, pool, trade), readPermit2(ctx)])
  const { limit, toleranceBps } = limitTrade(wanted, quote)
  const swap = encodeInPool(wanted, limit)
  const terms = { tokenIn, tokenOut, exact: trade.exact, quote, limit, swap }
  return planCalls(ctx, permit2, terms, toleranceBps)
}

/** `V4TooLittleReceivedPerHop(uint256,uint256,uint256)`: a router that takes bounds of hops has this in its code. */
const BOUND_BROKEN = toFunctionSelector('V4TooLittleReceivedPerHop(uint256,uint256,uint256)').slice(2)

/**
 * Plan the same for an exact input along several pools. Routers of different releases stand at different chains'
 * addresses, and read the path in different layouts: the code says which. A wrong one reverts.
 *
 * @throws ToolError one of `SWAP_ERROR_CODES`
 */
export async function planSwapAlong(ctx: Planning, wanted: WantedAlong): Promise<TransactionPlan> {
  const { path, trade } = wanted
  const [tokenIn, tokenOut] = [path.tokens[0] as TokenInfo, path.tokens.at(-1) as TokenInfo]
  assertNoCoin(tokenIn, '/tokens/0')
  const [quote, permit2, code = '0x'] = await Promise.all([
    quotePath(ctx, path, trade),
    readPermit2(ctx),
    ctx.chain.getCode({ address: routerOf(ctx) }),
  ])
  const { limit, toleranceBps } = limitTrade(wanted, quote)
  const swap = encodeAlong(wanted, limit, code.includes(BOUND_BROKEN))
  return planCalls(ctx, permit2, { tokenIn, tokenOut, exact: trade.exact, quote, limit, swap }, toleranceBps)
}

const routerOf = ({ book }: Pick<Planning, 'book'>): Address => contractOf(book, 'universal-router', 'router')

function planCalls(ctx: Planning, permit2: Address, terms: Terms, toleranceBps: number): TransactionPlan {
  const { tokenIn, tokenOut, exact, quote, limit } = terms
  const approved = exact === 'input' ? quote.amountIn : limit
  const universalRouter = routerOf(ctx)
  const data = encodeFunctionData({
    abi: universalRouterAbi,
    functionName: 'execute',
    args: [V4_SWAP, [encodeSwap(terms)], NO_DEADLINE],
  })
  const token = tokenIn.address
  return planTransaction(
    [
      buildApproval(token, permit2, approved),
      allowThrough(permit2, token, universalRouter, approved),
      { to: universalRouter, valueWei: 0n, data },
      allowThrough(permit2, token, universalRouter, 0n),
      buildApproval(token, permit2, 0n),
    ],
    {
      assets: [
        { token, account: ctx.account, deltaBaseUnits: -quote.amountIn },
        { token: tokenOut.address, account: ctx.account, deltaBaseUnits: quote.amountOut },
      ],
      allowances: [{ token, owner: ctx.account, spender: permit2, valueBaseUnits: 0n }],
      toleranceBps,
    },
  )
}

type Settling = Pick<SettlementInput, 'plan' | 'receipt' | 'account'> & { readonly params: SwapParams }

/** Whether the hook of the pool that pays a swap takes or gives of what it pays, which no log tells. */
function isChangedByHook(params: SwapParams): boolean {
  const { hooks = zeroAddress } = 'pools' in params ? (params.pools.at(-1) ?? {}) : params
  return describePowers(permissionsOf(hooks)).changesSwapAmounts
}

/** Native coins come without a log of their own; the pool that they come out of logs what it pays. */
function readCoins({ params, plan, receipt }: Settling): AssetDelta[] {
  const stated = readNative(plan, receipt)
  if (isChangedByHook(params)) return stated
  const paid = parseEventLogs({ abi: poolManagerAbi, eventName: 'Swap', logs: receipt.logs })
    .filter(({ address, args }) => isPaidTo(plan, address, args.sender))
    .at(-1)?.args
  // The native coin is the first currency of every pool that has it.
  return stated.map((delta) => ({ ...delta, deltaBaseUnits: paid?.amount0 ?? 0n }))
}

/** A hook may log the like of its own, and trade in other pools for itself. */
const isPaidTo = ({ calls }: Settling['plan'], manager: Address, sender: Address): boolean =>
  isContractOf(BASE, 'poolManager', manager) && calls.some(({ to }) => isAddressEqual(to, sender))

/** Report a swap from its receipt: what went out of and into the account. */
export function settleSwap(settling: Settling): Settlement<Static<typeof SwapResultSchema>> {
  const { plan, receipt, account } = settling
  const assets = [...readTransferDeltas(receipt, account), ...readCoins(settling)]
  const [spent, bought] = plan.expectation.assets
  const deltaOf = (token: Address | undefined) =>
    assets.find((delta) => token !== undefined && isAddressEqual(delta.token, token))?.deltaBaseUnits ?? 0n
  const [amountIn, amountOut] = [-deltaOf(spent?.token), deltaOf(bought?.token)]
  return {
    data: {
      tokenIn: spent?.token ?? NATIVE_TOKEN,
      tokenOut: bought?.token ?? NATIVE_TOKEN,
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
