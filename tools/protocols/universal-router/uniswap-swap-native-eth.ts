import {
  type Address,
  concat,
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  slice,
  toFunctionSelector,
} from 'viem'
import { NATIVE_TOKEN, type TokenInfo } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { AssetDelta } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20, resolveToken } from '../../core/tokens.ts'
import { defineWriteTool, type SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { DEFAULT_SLIPPAGE_BPS, minimumAfterSlippage, SlippageSchema } from '../../kit/slippage.ts'
import { describeTokenChanges } from '../../kit/token-changes.ts'
import { COMMAND_INPUTS, routerAbi, wrappedNativeAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  buildExecution,
  CALLER,
  type Command,
  encodeSwap,
  type Leg,
  noAllowances,
  payThrough,
  ROUTER_ITSELF,
} from './legs.ts'
import { listRoutes, type Pair, quoteRoutes } from './routes.ts'
import { noRoute, ROUTE_ERROR_CODES } from './split-route.ts'

const isNative = ({ address }: TokenInfo) => address === NATIVE_TOKEN

/** The route of V2 or V3 that pays the most; what comes out of one of V4 cannot be unwrapped by the router. */
async function findLeg(ctx: ToolContext, pair: Pair, amountIn: bigint): Promise<Leg> {
  const { routes } = await listRoutes(ctx, [pair])
  const wanted = (routes[0] ?? []).filter(({ version }) => version !== 'v4')
  const quotes = await quoteRoutes(
    ctx,
    wanted.map((route) => ({ route, amountsIn: [amountIn] })),
  )
  const legs = quotes.map(({ route, amountsOut: [amountOut = 0n] }) => ({ route, amountIn, amountOut }))
  const [first] = legs
  if (first === undefined) throw noRoute(pair, amountIn)
  return legs.reduce((best, leg) => (leg.amountOut > best.amountOut ? leg : best), first)
}

const coins = (code: Hex, recipient: Address, amount: bigint): Command => ({
  code,
  input: encodeAbiParameters(COMMAND_INPUTS.wrap, [recipient, amount]),
})
/** `WRAP_ETH` to the router, and `UNWRAP_WETH` of all that it holds to its caller. */
const wrap = (amount: bigint) => coins('0x0b', ROUTER_ITSELF, amount)
const unwrap = (least: bigint) => coins('0x0c', CALLER, least)

/** Swap from or to the native coin, without a separate wrap. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_native_eth',
  description:
    'Swap an exact input from or to the native coin through Uniswap V2 or V3, wrapped and unwrapped in the same call of the Universal Router.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['tokens', 'routes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_native_eth sells or buys the native coin itself, through the route of Uniswap V2 or V3 that pays the most; what a swap leaves of wrapped coins comes back as native ones.',
  promptGuidelines: [
    'One of the tokens is the native coin, by its symbol; for wrapped coins use swap.',
    'To change the native coin into its wrapped form use wrap.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: TRADE_OUTPUT,
  errorCodes: [...ROUTE_ERROR_CODES, 'INVALID_PARAMS'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    ctx.step('tokens')
    const named = await Promise.all(
      [params.tokenIn, params.tokenOut].map((token) => resolveToken(ctx, token)),
    )
    const [sold, bought] = named as [TokenInfo, TokenInfo]
    if (!named.some(isNative)) {
      const problem = `must be ${ctx.book.nativeSymbol} unless tokenIn is: expected the native coin, found ${bought.symbol}`
      throw new ToolError('INVALID_PARAMS', { path: '/tokenOut', problem })
    }
    const pair = [await resolveErc20(ctx, params.tokenIn), await resolveErc20(ctx, params.tokenOut)] as const
    if (pair[0].address === pair[1].address) throw new ToolError('SAME_TOKEN', { token: sold.symbol })
    ctx.step('routes')
    const leg = await findLeg(ctx, pair, amountIn)
    const least = minimumAfterSlippage(leg.amountOut, slippageBps)
    const expected = {
      assets: [
        { token: sold.address, account: ctx.account, deltaBaseUnits: -amountIn },
        { token: bought.address, account: ctx.account, deltaBaseUnits: leg.amountOut },
      ],
      toleranceBps: slippageBps,
    }
    if (isNative(sold)) {
      const swap = encodeSwap(leg, least, { recipient: CALLER, isPaidByCaller: false })
      return planTransaction([buildExecution(ctx, [wrap(amountIn), swap, unwrap(0n)], amountIn)], expected)
    }
    const swap = encodeSwap(leg, least, { recipient: ROUTER_ITSELF, isPaidByCaller: true })
    const paid = new Map([[sold.address, amountIn]])
    return planTransaction(payThrough(ctx, paid, [buildExecution(ctx, [swap, unwrap(least)])]), {
      ...expected,
      allowances: noAllowances(ctx, paid.keys()),
    })
  },
  settle({ plan, receipt, account }) {
    const assets = [...readTransferDeltas(receipt, account), ...readNative(plan, receipt, account)].filter(
      ({ deltaBaseUnits }) => deltaBaseUnits !== 0n,
    )
    return {
      data: { tokens: describeTokenChanges(assets) },
      actualOutcome: {
        assets,
        allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
        positions: [],
      },
      groundTruthSource: 'receipt',
    }
  },
})

const EXECUTE = toFunctionSelector('execute(bytes,bytes[],uint256)')

/** The router of a plan and its wrapped coin: the first token that it sells of native coins, or the last one of what it buys. */
function findWrapped({ calls }: SettlementInput['plan']) {
  const call = calls.find(({ data }) => data.startsWith(EXECUTE))
  if (call === undefined) return undefined
  const [commands, inputs] = decodeFunctionData({ abi: routerAbi, data: call.data }).args
  const at = call.valueWei > 0n ? 1 : 0
  const [isV2, input] = [slice(commands, at, at + 1) === '0x08', inputs[at] as Hex]
  const path = isV2
    ? concat(decodeAbiParameters(COMMAND_INPUTS.v2Swap, input)[3])
    : decodeAbiParameters(COMMAND_INPUTS.v3Swap, input)[3]
  return { router: call.to, wrapped: at === 1 ? slice(path, 0, 20) : slice(path, -20) }
}

/** What native coins went out and came in: the router wrapped what was paid, and unwrapped what it gave the account. */
function readNative(
  plan: SettlementInput['plan'],
  { logs }: SettlementInput['receipt'],
  account: Address,
): AssetDelta[] {
  const found = findWrapped(plan)
  if (found === undefined) return []
  const deltaBaseUnits = parseEventLogs({ abi: wrappedNativeAbi, logs })
    .filter(({ address, args }) => {
      const owner = 'dst' in args ? args.dst : args.src
      return isAddressEqual(address, found.wrapped) && isAddressEqual(owner, found.router)
    })
    .reduce((sum, { eventName, args }) => sum + (eventName === 'Deposit' ? -args.wad : args.wad), 0n)
  return [{ token: NATIVE_TOKEN, account, deltaBaseUnits }]
}
