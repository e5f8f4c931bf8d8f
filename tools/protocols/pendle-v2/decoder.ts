import { type Address, zeroAddress } from 'viem'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodedPositionChange,
  type DecodeScope,
  NO_EFFECT,
  UNLIMITED_APPROVAL_FROM,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { keepGainsOwn } from '../../kit/keep-gains-own.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { limitRouterAbi, pyAbi, routerAbi } from './abi.ts'
import { ASSET_SYMBOL, BASE, listKnownMarkets, POSITION_TOKENS } from './base.ts'
import { changeOf, decodeLimitAct, type KnownYields, LIMIT_ACTS } from './decode-limit-order.ts'

/** What the router does that a cage lets it. */
export const ROUTER_ACTS = routerAbi.flatMap((item) => (item.type === 'function' ? [item.name] : []))

/** Decode what an account does in the known markets, and how it lets the routers take their tokens. */
export const DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['router'], selectors: selectorsOf(routerAbi, ROUTER_ACTS) },
    { target: 'own', contracts: ['limitRouter'], selectors: selectorsOf(limitRouterAbi, LIMIT_ACTS) },
    { target: 'own', contracts: POSITION_TOKENS, selectors: selectorsOf(pyAbi, ['approve']) },
  ],
  decode(call, scope) {
    const known = BASE.find(scope.book)
    // Neither the routers nor a token are paid in the native coin here.
    if (known === undefined || call.valueWei !== 0n) return undefined
    const { router, limitRouter } = known
    if (isAddressEqual(call.to, router)) return keepGainsOwn(decodeAct(call, scope), scope.account)
    return isAddressEqual(call.to, limitRouter)
      ? keepGainsOwn(decodeLimitAct(call, scope, readKnown(scope)), scope.account)
      : decodeApproval(call, [router, limitRouter])
  },
}

/**
 * The routers take tokens of those alone that call them, or that signed an order; the account signs none by this. So they gain
 * no authority; nobody else may take any.
 */
function decodeApproval({ data }: Call, routers: readonly Address[]): DecodedCall | undefined {
  const decoded = decodeExactly(pyAbi, data)
  if (decoded?.functionName !== 'approve') return undefined
  const [spender, amount] = decoded.args
  const effect = { ...NO_EFFECT, functionName: decoded.functionName }
  if (amount === 0n) return effect
  if (!routers.some((router) => isAddressEqual(spender, router)))
    return { ...effect, forbidden: 'letting others take a position' }
  return amount >= UNLIMITED_APPROVAL_FROM ? { ...effect, forbidden: 'unlimited approval' } : effect
}

/** What an act takes and gives, beyond what its bytes say of amounts. */
interface Act {
  readonly receiver: Address
  /** Tokens of the market whose holding falls or rises. */
  readonly falls?: readonly Address[]
  readonly rises?: readonly Address[]
  readonly pays?: bigint
  readonly isPlain: boolean
  readonly change?: DecodedPositionChange['change']
}

type Decoded = NonNullable<ReturnType<typeof decodeExactly<typeof routerAbi>>>
type Of<Name extends Decoded['functionName']> = Extract<Decoded, { functionName: Name }>['args']
type Input = Of<'mintSyFromToken'>[3]
type Output = Of<'redeemSyToToken'>[3]
type Orders = Of<'swapExactPtForToken'>[4]

interface Known extends KnownYields {
  find(market: Address): { readonly pt: Address; readonly yt: Address; readonly lp: Address } | undefined
}

const isNone = ({ swapType, extRouter, extCalldata }: Input['swapData']) =>
  swapType === 0 && extRouter === zeroAddress && extCalldata === '0x'
const isPlainInput = (input: Input, asset: Address) =>
  isAddressEqual(input.tokenIn, asset) &&
  isAddressEqual(input.tokenMintSy, asset) &&
  input.pendleSwap === zeroAddress &&
  isNone(input.swapData)
const isPlainOutput = (output: Output, asset: Address) =>
  isAddressEqual(output.tokenOut, asset) &&
  isAddressEqual(output.tokenRedeemSy, asset) &&
  output.pendleSwap === zeroAddress &&
  isNone(output.swapData)
const isEmpty = ({ limitRouter, normalFills, flashFills, optData }: Orders) =>
  limitRouter === zeroAddress && normalFills.length === 0 && flashFills.length === 0 && optData === '0x'

function readKnown({ book }: DecodeScope): Known | undefined {
  const known = BASE.find(book)
  const asset = book.tokens.find(({ symbol }) => symbol === ASSET_SYMBOL)?.address
  if (known === undefined || asset === undefined) return undefined
  const markets = listKnownMarkets(book).map(({ market, principal, yieldToken }) => ({
    lp: market,
    pt: principal,
    yt: yieldToken,
  }))
  return {
    sy: known.standardizedYield,
    asset,
    find: (market) => markets.find(({ lp }) => isAddressEqual(lp, market)),
    ofYield: (named) => markets.find(({ yt }) => isAddressEqual(yt, named)),
  }
}

function decodeAct(call: Call, scope: DecodeScope): DecodedCall | undefined {
  const decoded = decodeExactly(routerAbi, call.data)
  const known = readKnown(scope)
  const act =
    decoded &&
    known &&
    (readSplit(decoded, known) ?? readTrade(decoded, known) ?? readLiquidity(decoded, known))
  if (decoded === undefined || known === undefined || act === undefined) return undefined
  const { receiver, falls = [], rises = [], pays = 0n, isPlain, change } = act
  return {
    ...NO_EFFECT,
    functionName: decoded.functionName,
    tokens: [known.asset],
    outflows: pays === 0n ? [] : [{ token: known.asset, amountBaseUnits: pays }],
    recipients: [receiver],
    positions: [
      ...falls.map((token) => changeOf(token, 'decrease', scope.account)),
      ...rises.map((token) => changeOf(token, change ?? 'increase', receiver)),
    ],
    ...(isPlain ? {} : { forbidden: 'a swap or an order elsewhere' }),
  }
}

/** Wrapping, splitting, and what they earn. */
function readSplit({ functionName, args }: Decoded, known: Known): Act | undefined {
  const { sy, asset } = known
  switch (functionName) {
    case 'mintSyFromToken': {
      const [receiver, of, , input] = args
      if (!isAddressEqual(of, sy)) return undefined
      return { receiver, rises: [sy], pays: input.netTokenIn, isPlain: isPlainInput(input, asset) }
    }
    case 'redeemSyToToken': {
      const [receiver, of, , output] = args
      if (!isAddressEqual(of, sy)) return undefined
      return { receiver, falls: [sy], isPlain: isPlainOutput(output, asset) }
    }
    case 'mintPyFromToken': {
      const [receiver, yt, , input] = args
      const of = known.ofYield(yt)
      if (of === undefined) return undefined
      return { receiver, rises: [of.pt, of.yt], pays: input.netTokenIn, isPlain: isPlainInput(input, asset) }
    }
    case 'redeemPyToToken': {
      const [receiver, yt, , output] = args
      const of = known.ofYield(yt)
      if (of === undefined) return undefined
      return { receiver, falls: [of.pt, of.yt], isPlain: isPlainOutput(output, asset) }
    }
    case 'redeemDueInterestAndRewards': {
      const [receiver, sys, yts, markets] = args
      const isKnown =
        sys.every((of) => isAddressEqual(of, sy)) &&
        yts.every((of) => known.ofYield(of)) &&
        markets.every((of) => known.find(of))
      return isKnown ? { receiver, rises: [sy], change: 'collect', isPlain: true } : undefined
    }
    default:
      return undefined
  }
}

/** Trades of PT and YT. */
function readTrade({ functionName, args }: Decoded, known: Known): Act | undefined {
  const { sy, asset } = known
  const of = known.find(args[1] as Address)
  if (of === undefined) return undefined
  switch (functionName) {
    case 'swapExactTokenForPt':
    case 'swapExactTokenForYt': {
      const [receiver, , , , input, orders] = args
      const rises = [functionName === 'swapExactTokenForPt' ? of.pt : of.yt]
      return {
        receiver,
        rises,
        pays: input.netTokenIn,
        isPlain: isPlainInput(input, asset) && isEmpty(orders),
      }
    }
    case 'swapExactPtForToken':
    case 'swapExactYtForToken': {
      const [receiver, , , output, orders] = args
      const falls = [functionName === 'swapExactPtForToken' ? of.pt : of.yt]
      return { receiver, falls, isPlain: isPlainOutput(output, asset) && isEmpty(orders) }
    }
    case 'swapExactPtForSy':
      return { receiver: args[0], falls: [of.pt], rises: [sy], isPlain: isEmpty(args[4]) }
    case 'swapExactSyForPt':
      return { receiver: args[0], falls: [sy], rises: [of.pt], isPlain: isEmpty(args[5]) }
    case 'swapExactPtForYt':
      return { receiver: args[0], falls: [of.pt], rises: [of.yt], isPlain: true }
    case 'swapExactYtForPt':
      return { receiver: args[0], falls: [of.yt], rises: [of.pt], isPlain: true }
    default:
      return undefined
  }
}

/** Tokens of which anything is given. */
const listFalls = (...given: readonly (readonly [Address, bigint])[]): readonly Address[] =>
  given.flatMap(([token, amount]) => (amount === 0n ? [] : [token]))

/** Joining markets and leaving them. */
function readLiquidity({ functionName, args }: Decoded, known: Known): Act | undefined {
  const { asset } = known
  const of = known.find(args[1] as Address)
  if (of === undefined) return undefined
  switch (functionName) {
    case 'addLiquiditySingleToken': {
      const [receiver, , , , input, orders] = args
      const isPlain = isPlainInput(input, asset) && isEmpty(orders)
      return { receiver, rises: [of.lp], pays: input.netTokenIn, isPlain }
    }
    case 'addLiquiditySingleTokenKeepYt': {
      const [receiver, , , , input] = args
      return { receiver, rises: [of.lp, of.yt], pays: input.netTokenIn, isPlain: isPlainInput(input, asset) }
    }
    case 'removeLiquiditySingleToken': {
      const [receiver, , , output, orders] = args
      return { receiver, falls: [of.lp], isPlain: isPlainOutput(output, asset) && isEmpty(orders) }
    }
    case 'exitPreExpToToken': {
      const [receiver, , pt, yt, lp, output, orders] = args
      const isPlain = isPlainOutput(output, asset) && isEmpty(orders)
      return { receiver, falls: listFalls([of.lp, lp], [of.pt, pt], [of.yt, yt]), isPlain }
    }
    case 'exitPostExpToToken': {
      const [receiver, , pt, lp, output] = args
      return { receiver, falls: listFalls([of.lp, lp], [of.pt, pt]), isPlain: isPlainOutput(output, asset) }
    }
    default:
      return undefined
  }
}
