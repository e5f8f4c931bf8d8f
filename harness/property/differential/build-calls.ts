import { type Address, concatHex, type Hex, size, slice } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { Json } from '../../../tools/core/json.ts'
import type { Call } from '../../../tools/core/plan.ts'
import type { Position } from '../../../tools/core/position.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import type { DrawnToken } from '../../vocabulary/amounts.ts'
import { ACTORS, type ActorName } from '../../world/actors.ts'
import { findContract } from '../../world/find-contract.ts'
import { MARKET_TOKENS } from '../../world/market.ts'
import { CALL_SHAPES, findKindDraw } from '../commands/kind-draws.ts'
import { GARBAGE, type KindAction, type RawCall } from './draw-action.ts'

const ZERO_WORD: Hex = `0x${'0'.repeat(64)}`

/** Where drawn names lead in one world. */
export interface Scope {
  readonly book: AddressBook
  readonly cage: Address
  /** What the cage holds in protocols. */
  readonly positions: readonly Position[]
}

/** A position that nobody has. */
const NOBODYS = 999_999n

const numberIn =
  ({ positions }: Scope) =>
  (protocol: string): bigint =>
    BigInt(positions.find((held) => held.protocol === protocol)?.key ?? NOBODYS)

/** Convert a value in cents into base units at the opening price. */
export function toBaseUnits(token: DrawnToken, cents: number): bigint {
  const { decimals, priceUsd } = MARKET_TOKENS[token === 'ETH' ? 'WETH' : token]
  return (BigInt(cents) * 10n ** BigInt(decimals)) / (priceUsd * 100n)
}

const addressOf = (name: string, { book, cage }: Scope): Address => {
  if (name === 'cage') return cage
  return findContract(book, name) ?? ACTORS[name as ActorName].address
}

/**
 * Encode a hand-made call; one that needs an approval comes with it.
 *
 * @throws RangeError when no testbed makes calls of this shape
 */
export function buildCalls(drawn: RawCall, scope: Scope): readonly Call[] {
  const { shape, tokenIn, tokenOut, cents, isUnlimited } = drawn
  const { book } = scope
  const account = addressOf(drawn.account, scope)
  const call = (to: Address, data: Hex, valueWei = 0n): Call => ({ to, valueWei, data: damage(data, drawn) })
  if (shape === GARBAGE) return [call(account, isUnlimited ? '0xdeadbeef' : '0xdead')]
  const build = CALL_SHAPES.get(shape)
  if (build === undefined) throw new RangeError(`no testbed makes calls of shape "${shape}"`)
  const token = (name: DrawnToken) => findToken(book, name)?.address as Address
  return build({
    ...scope,
    numberOf: numberIn(scope),
    pair: [tokenIn, tokenOut],
    tokenIn: token(tokenIn),
    tokenOut: token(tokenOut),
    account,
    amount: isUnlimited ? 2n ** 256n - 1n : toBaseUnits(tokenIn, cents),
    wei: toBaseUnits('ETH', cents),
    call,
  })
}

/** Cut the last byte off, append a word, or dirty the upper bytes of the first word. */
function damage(data: Hex, drawn: RawCall): Hex {
  if (drawn.damage === 'cut') return slice(data, 0, size(data) - 1)
  if (drawn.damage === 'longer') return concatHex([data, ZERO_WORD])
  if (drawn.damage === 'dirty' && size(data) >= 36) {
    return concatHex([slice(data, 0, 4), '0xff', slice(data, 5)])
  }
  return data
}

/**
 * Name the parameters of an action kind.
 *
 * @throws RangeError when its testbed does not say how
 */
export function buildParams(drawn: KindAction, scope: Scope): { readonly [name: string]: Json } {
  const { params } = findKindDraw(drawn.kind)
  if (params === undefined) {
    throw new RangeError(`action kind "${drawn.kind}" has no parameters: name them in its testbed's draw.ts`)
  }
  return params({
    ...drawn,
    account: addressOf(drawn.account, scope),
    numberOf: (protocol) => numberIn(scope)(protocol).toString(),
    units: (token, share = 1) => toBaseUnits(token, Math.floor(drawn.cents * share)).toString(),
  })
}
