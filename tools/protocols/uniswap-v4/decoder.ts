import { type Address, type Hex, parseAbiParameters, size, slice, zeroAddress } from 'viem'
import {
  type DecodedCall,
  type FormatDecoder,
  type FormattedCall,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { decodeParametersExactly } from '../../kit/decode-exactly.ts'
import { toToken } from './currency.ts'

/** Recipients by which a router means the caller and itself (v4-periphery `ActionConstants.sol`). */
const CALLER_SENTINEL: Address = '0x0000000000000000000000000000000000000001'
const ROUTER_SENTINEL: Address = '0x0000000000000000000000000000000000000002'

/** An amount that stands for whatever is owed then, which the bytes do not say (`ActionConstants.OPEN_DELTA`). */
const OPEN_DELTA = 0n

const UNLOCK = parseAbiParameters('bytes actions, bytes[] params')
const KEY =
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }'
const HOP =
  'struct PathKey { address intermediateCurrency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }'
/** What the router is told of a swap in one pool, whichever side is exact. */
export const SINGLE = parseAbiParameters([
  KEY,
  'struct Single { PoolKey poolKey; bool zeroForOne; uint128 exact; uint128 limit; bytes hookData; }',
  'Single params',
])
/** What it is told of a swap along a path (universal-router 2.0). */
export const ALONG = parseAbiParameters([
  HOP,
  'struct Along { address currency; PathKey[] path; uint128 exact; uint128 limit; }',
  'Along params',
])
/** The same with a bound for the price of each hop, or none at all (universal-router 2.1). */
export const ALONG_BOUNDED = parseAbiParameters([
  HOP,
  'struct Along { address currency; PathKey[] path; uint256[] hopBounds; uint128 exact; uint128 limit; }',
  'Along params',
])
const AMOUNT = parseAbiParameters('address currency, uint256 amount')
const PAID = parseAbiParameters('address currency, uint256 amount, bool payerIsUser')
const TAKEN = parseAbiParameters('address currency, address recipient, uint256 amount')

/** What one action adds to the effect of its unlock. */
type Effect = Partial<Pick<DecodedCall, 'outflows' | 'inflows' | 'recipients' | 'tokens'>>

/** Reads one action; undefined where its bytes are not understood. */
type ActionReader = (input: Hex, leaf: FormattedCall) => Effect | undefined

const swapSingle: ActionReader = (input) => {
  const key = decodeParametersExactly(SINGLE, input)?.[0].poolKey
  return key && { tokens: [toToken(key.currency0), toToken(key.currency1)] }
}

/** Currency and path stand in the same words of either layout, so that no router finds other tokens in the bytes. */
const swapAlong: ActionReader = (input) => {
  const params = (decodeParametersExactly(ALONG, input) ?? decodeParametersExactly(ALONG_BOUNDED, input))?.[0]
  return (
    params && {
      tokens: [params.currency, ...params.path.map((hop) => hop.intermediateCurrency)].map(toToken),
    }
  )
}

/** The native coin came with the call, which counts it; other currencies are taken of the account. */
const pays = (currency: Address, amountBaseUnits: bigint): Effect => ({
  outflows: currency === zeroAddress ? [] : [{ token: currency, amountBaseUnits }],
  tokens: [toToken(currency)],
})

const settleAll: ActionReader = (input) => {
  const values = decodeParametersExactly(AMOUNT, input)
  return values && pays(...values)
}

const settle: ActionReader = (input) => {
  const values = decodeParametersExactly(PAID, input)
  if (values === undefined) return undefined
  const [currency, amount, payerIsUser] = values
  if (!payerIsUser) return { tokens: [toToken(currency)] }
  return amount === OPEN_DELTA ? undefined : pays(currency, amount)
}

const takeAll: ActionReader = (input, { account }) => {
  const currency = decodeParametersExactly(AMOUNT, input)?.[0]
  return currency && { inflows: [toToken(currency)], recipients: [account], tokens: [toToken(currency)] }
}

const take: ActionReader = (input, { account, target }) => {
  const values = decodeParametersExactly(TAKEN, input)
  if (values === undefined) return undefined
  const [currency, named] = values
  const recipient = isAddressEqual(named, CALLER_SENTINEL)
    ? account
    : isAddressEqual(named, ROUTER_SENTINEL)
      ? target
      : named
  return { inflows: [toToken(currency)], recipients: [recipient], tokens: [toToken(currency)] }
}

/** Actions of a router by their byte (v4-periphery 1.0.3 `Actions.sol`, `V4Router.sol`). */
const ACTIONS: Readonly<Record<number, ActionReader>> = {
  6: swapSingle,
  7: swapAlong,
  8: swapSingle,
  9: swapAlong,
  11: settle,
  12: settleAll,
  14: take,
  15: takeAll,
  16: take,
}

/** Decode swaps of one unlock of the pool manager. An action that is no swap, payment or payout is not understood. */
function decodeSwaps(leaf: FormattedCall): DecodedCall | undefined {
  const values = decodeParametersExactly(UNLOCK, leaf.data)
  if (values === undefined || size(values[0]) !== values[1].length) return undefined
  const effects = values[1].flatMap((input, index) => {
    const effect = ACTIONS[Number(slice(values[0], index, index + 1))]?.(input, leaf)
    return effect === undefined ? [] : [effect]
  })
  if (effects.length === 0 || effects.length < values[1].length) return undefined
  return {
    ...NO_EFFECT,
    functionName: 'V4_SWAP',
    outflows: effects.flatMap(({ outflows = [] }) => outflows),
    inflows: [...new Set(effects.flatMap(({ inflows = [] }) => inflows))],
    recipients: [...new Set(effects.flatMap(({ recipients = [] }) => recipients))],
    tokens: [...new Set(effects.flatMap(({ tokens = [] }) => tokens))],
  }
}

/** Swaps inside of a router's commands. */
export const SWAP_FORMATS: readonly FormatDecoder[] = [{ format: 'v4-swap', decode: decodeSwaps }]
