import type { Address } from 'viem'
import {
  type DecodedCall,
  type DecodedPositionChange,
  type DecodeScope,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { limitRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ORDER_SIDES } from './limit-maths.ts'
import { keyOf } from './places.ts'

/** What the router of limit orders does that a cage lets it. */
export const LIMIT_ACTS = ['fill', 'cancelSingle'] as const

/** SY, its asset, and what is known of yield tokens. */
export interface KnownYields {
  readonly sy: Address
  readonly asset: Address
  ofYield(yt: Address): { readonly pt: Address; readonly yt: Address } | undefined
}

/** State what becomes of the holding of a token of a market. */
export const changeOf = (
  token: Address,
  change: DecodedPositionChange['change'],
  owner: Address,
): DecodedPositionChange => ({ protocol: BASE.id, contract: token, id: keyOf(token), change, owner })

/** Decode the filling of one order of another, or the end of one of the account's; PendleLimitChecker lets no more pass. */
export function decodeLimitAct(
  { data }: Call,
  { account }: DecodeScope,
  known: KnownYields | undefined,
): DecodedCall | undefined {
  const decoded = decodeExactly(limitRouterAbi, data)
  if (known === undefined || decoded === undefined) return undefined
  const { functionName } = decoded
  if (functionName === 'cancelSingle') return { ...NO_EFFECT, functionName }
  if (functionName !== 'fill') return undefined
  const [[filled, ...others], receiver, , optData, callback] = decoded.args
  const side = ORDER_SIDES[filled?.order.orderType ?? -1]
  const market = filled && known.ofYield(filled.order.YT)
  if (filled === undefined || side === undefined || market === undefined) return undefined
  const { maker, token } = filled.order
  const tokens = { ...market, sy: known.sy }
  const forbidden =
    others.length > 0 || optData !== '0x' || callback !== '0x'
      ? 'more than one order at once, or a call back'
      : isAddressEqual(maker, account)
        ? "an order of the account's own"
        : [known.sy, known.asset].some((one) => isAddressEqual(one, token))
          ? undefined
          : 'an order in another token'
  return {
    ...NO_EFFECT,
    functionName,
    tokens: [known.asset],
    recipients: [receiver],
    positions: [
      changeOf(tokens[side.wants], 'decrease', account),
      changeOf(tokens[side.gives], 'increase', receiver),
    ],
    ...(forbidden === undefined ? {} : { forbidden }),
  }
}
