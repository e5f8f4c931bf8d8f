import type { Address, Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { SignatureSchema } from '../../kit/order-signature.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, maximumAfterSlippage, SlippageSchema } from '../../kit/slippage.ts'
import { ask, view } from '../../kit/views.ts'
import { limitRouterAbi, pyAbi, syAbi } from './abi.ts'
import { ACT_ERROR_CODES, assertHeld, changes, TRADE_TOLERANCE_BPS } from './acts.ts'
import { BASE, listKnownMarkets } from './base.ts'
import { CHAINS } from './chains.ts'
import { type Fill, fillOf, type OrderSide } from './limit-maths.ts'
import { type Order, OrderSchema, readOrder, sideOf } from './limit-order.ts'
import { type Market, notFound, readMarket, secondsLeft } from './market.ts'
import { matured } from './quote.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'

type Reading = Pick<ToolContext, 'book' | 'chain' | 'account'>

/** Fill an order of another from what the account holds of SY, PT or YT. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_fill_limit_order',
  description: "Fill another's signed limit order for PT or YT of a Pendle market, for SY.",
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['order', 'state', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_fill_limit_order fills a signed limit order of another: it sells PT or YT to its maker for SY, or buys them for SY, at the yield that the order names.',
  promptGuidelines: [
    'What is paid has to be held: pendle_mint_sy makes SY, pendle_mint_py makes PT and YT.',
    'Compare the yield of the order with pendle_get_market_info: whoever signed it chose it.',
    'Another may come first; then less of it is filled, or nothing, at the same yield.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      order: OrderSchema,
      signature: SignatureSchema,
      amountBaseUnits: Type.Optional(
        Type.String({
          ...BaseUnitsSchema,
          description:
            'what to take at most of what its maker gives, base units; all that is left by default',
        }),
      ),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: ACT_OUTPUT,
  errorCodes: [...ACT_ERROR_CODES, 'INVALID_PARAMS', 'PENDLE_ORDER_NOT_FILLABLE'],
  async plan({ order: given, signature, amountBaseUnits, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('order')
    const order = readOrder(given)
    const most = amountBaseUnits === undefined ? order.makingAmount : readAmount(amountBaseUnits)
    const market = await readMarketOf(ctx, order)
    const problem = findProblem(order, market, ctx.account)
    if (problem !== undefined) throw notFillable(order, problem)
    ctx.step('state')
    const { making, ...state } = await readState(ctx, { order, signature, market, most })
    const side = sideOf(order)
    const fill = fillOf({
      side,
      making: await toSy(ctx, { order, market, making }),
      lnImpliedRate: order.lnImpliedRate,
      lnFeeRate: state.lnFeeRate,
      pyIndex: market.pyIndex,
      secondsLeft: secondsLeft(market),
    })
    if (fill === undefined) throw notFillable(order, `the router trades no ${making} at its rate`)
    assertHeld(tokenOf(market, side.wants), state.held, fill.pays)
    ctx.step('build')
    return planFill(ctx, { order, signature, market, making, fill, slippageBps })
  },
  settle: settleAct,
})

const notFillable = ({ maker }: Pick<Order, 'maker'>, reason: string) =>
  BASE.error('PENDLE_ORDER_NOT_FILLABLE', { maker, reason })

const tokenOf = ({ sy, principal, yieldToken }: Market, what: OrderSide['gives' | 'wants']): Address =>
  ({ sy, pt: principal, yt: yieldToken })[what]

/** Read the market of an order, one of those whose tokens a cage may hold. @throws ToolError PENDLE_NOT_FOUND, PENDLE_MATURED */
async function readMarketOf(ctx: Reading, { YT }: Order): Promise<Market> {
  const known = listKnownMarkets(ctx.book).find(({ yieldToken }) => isAddressEqual(yieldToken, YT))
  if (known === undefined) throw notFound(YT, 'yield token', 'no known market has it')
  const market = await readMarket(ctx, known.market)
  if (secondsLeft(market) === 0n) throw matured(market)
  return market
}

/** What keeps the account from filling an order, whoever signed it; of maker and token PendleLimitChecker refuses the same. */
function findProblem(order: Order, { sy, asset, nowSeconds }: Market, account: Address): string | undefined {
  if (isAddressEqual(order.maker, account)) return 'it is of the account itself'
  if (![sy, asset].some((token) => isAddressEqual(token, order.token))) {
    return `it is in ${order.token}, expected SY or its asset`
  }
  return nowSeconds < order.expiry ? undefined : 'it has expired'
}

/** What is asked of an order and its maker. */
interface Asked {
  readonly order: Order
  readonly signature: Hex
  readonly market: Market
  /** Most that is to be taken of it. */
  readonly most: bigint
}

/** Read what is left of an order, and whether its maker can give it. @throws ToolError PENDLE_ORDER_NOT_FILLABLE */
async function readState(ctx: Reading, { order, signature, market, most }: Asked) {
  const { limitRouter } = BASE.on(ctx.book)
  const side = sideOf(order)
  const given = side.gives === 'sy' ? order.token : tokenOf(market, side.gives)
  const { values } = await ask(ctx, [
    view(limitRouter, limitRouterAbi, '_checkSig', [order, signature]),
    view(limitRouter, limitRouterAbi, 'nonce', [order.maker]),
    view(limitRouter, limitRouterAbi, 'getLnFeeRateRoot', [order.YT]),
    view(given, pyAbi, 'balanceOf', [order.maker]),
    view(given, pyAbi, 'allowance', [order.maker, limitRouter]),
    view(tokenOf(market, side.wants), pyAbi, 'balanceOf', [ctx.account]),
  ])
  const [status, nonce, lnFeeRate, balance = 0n, allowance = 0n, held = 0n] = values as [
    (readonly [Hex, bigint, bigint])?,
    ...(bigint | undefined)[],
  ]
  if (status === undefined) throw notFillable(order, 'its maker did not sign it so')
  const [, left] = status
  if (left === 0n) throw notFillable(order, 'it is filled or cancelled')
  if (nonce === undefined || order.nonce < nonce) throw notFillable(order, 'its nonce is used up')
  if (lnFeeRate === undefined) throw notFillable(order, 'the router takes no orders of its market')
  const making = most < left ? most : left
  const found = balance < allowance ? balance : allowance
  if (found < making) throw notFillable(order, `its maker can give ${found}, expected ${making}`)
  return { making, lnFeeRate, held }
}

/** What the router trades for what it takes of the maker: of the asset it makes SY first. @throws ToolError PENDLE_ORDER_NOT_FILLABLE */
async function toSy(
  ctx: Reading,
  { order, market, making }: Pick<Asked, 'order' | 'market'> & { readonly making: bigint },
): Promise<bigint> {
  const { sy, asset } = market
  if (sideOf(order).gives !== 'sy' || isAddressEqual(order.token, sy)) return making
  const { values } = await ask(ctx, [view(sy, syAbi, 'previewDeposit', [asset, making])])
  const made = values[0] as bigint | undefined
  if (made === undefined) throw notFillable(order, `SY takes no ${making} of ${asset}`)
  return made
}

/** What of an order is to be carried out, at what it comes to. */
interface Filling extends Pick<Asked, 'order' | 'signature' | 'market'> {
  readonly making: bigint
  readonly fill: Fill
  readonly slippageBps: number
}

/** Let the router take no more than the slippage allows while the order is filled, and leave no allowance. */
function planFill(
  { book, account }: Pick<ToolContext, 'book' | 'account'>,
  { order, signature, market, making, fill: { pays, gets }, slippageBps }: Filling,
): TransactionPlan {
  const { limitRouter } = BASE.on(book)
  const side = sideOf(order)
  const [paid, got] = [tokenOf(market, side.wants), tokenOf(market, side.gives)]
  const most = maximumAfterSlippage(pays, slippageBps)
  const data = encodeFunctionData({
    abi: limitRouterAbi,
    functionName: 'fill',
    args: [[{ order, signature, makingAmount: making }], account, most, '0x', '0x'],
  })
  return planTransaction(
    [
      buildApproval(paid, limitRouter, most),
      { to: limitRouter, valueWei: 0n, data },
      buildApproval(paid, limitRouter, 0n),
    ],
    {
      allowances: [{ token: paid, owner: account, spender: limitRouter, valueBaseUnits: 0n }],
      positions: [changes(got, gets), changes(paid, -pays)],
      toleranceBps: TRADE_TOLERANCE_BPS,
    },
  )
}
