import { type Address, getAddress, type Hex, hashStruct, zeroAddress } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HexSchema, Type } from '../../core/schema.ts'
import { decodeParametersExactly } from '../../kit/decode-exactly.ts'
import { orderParameters } from './abi.ts'
import { BASE } from './base.ts'

/** An exclusive Dutch order; amounts in base units, times in seconds. */
export type Order = NonNullable<ReturnType<typeof decodeOrder>>

/** The parameter that holds an order. */
export const OrderSchema = Type.Unsafe<Hex>({
  ...HexSchema,
  maxLength: 20_000,
  description: 'the encoded order, as its order service gives it',
})

/** The parameter that holds a nonce of Permit2. */
export const NonceSchema = Type.String({
  pattern: '^(0|[1-9][0-9]{0,77})$',
  description: 'nonce of the order in Permit2',
})

/** Decode an order; undefined for other bytes than the canonical encoding of one. */
export const decodeOrder = (data: Hex) => decodeParametersExactly(orderParameters, data)?.[0]

/** Encode an order as its reactor takes it. */
export const encodeOrder = (order: Order): Hex => encodeAbiParameters(orderParameters, [order])

/**
 * Read an order of the chain's reactor.
 *
 * @throws ToolError ORDER_UNKNOWN, PROTOCOL_NOT_DEPLOYED
 */
export function readOrder(book: AddressBook, data: Hex): Order {
  const { reactor } = BASE.on(book)
  const order = decodeOrder(data)
  const problem =
    order === undefined
      ? 'they are not the canonical encoding of one'
      : isAddressEqual(order.info.reactor, reactor)
        ? undefined
        : `it is for the reactor ${order.info.reactor}`
  if (order === undefined || problem !== undefined) {
    throw BASE.error('ORDER_UNKNOWN', { reactor, problem: problem ?? '' })
  }
  return order
}

/** Types of an order as EIP-712 has them (`ExclusiveDutchOrderLib.sol`): those of the input are its own members. */
export const ORDER_TYPES = {
  ExclusiveDutchOrder: [
    { name: 'info', type: 'OrderInfo' },
    { name: 'decayStartTime', type: 'uint256' },
    { name: 'decayEndTime', type: 'uint256' },
    { name: 'exclusiveFiller', type: 'address' },
    { name: 'exclusivityOverrideBps', type: 'uint256' },
    { name: 'inputToken', type: 'address' },
    { name: 'inputStartAmount', type: 'uint256' },
    { name: 'inputEndAmount', type: 'uint256' },
    { name: 'outputs', type: 'DutchOutput[]' },
  ],
  OrderInfo: [
    { name: 'reactor', type: 'address' },
    { name: 'swapper', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'additionalValidationContract', type: 'address' },
    { name: 'additionalValidationData', type: 'bytes' },
  ],
  DutchOutput: [
    { name: 'token', type: 'address' },
    { name: 'startAmount', type: 'uint256' },
    { name: 'endAmount', type: 'uint256' },
    { name: 'recipient', type: 'address' },
  ],
} as const

/** An order as it is signed. */
export const toWitness = ({ input, ...rest }: Order) => ({
  ...rest,
  inputToken: input.token,
  inputStartAmount: input.startAmount,
  inputEndAmount: input.endAmount,
})

/** Hash an order as its reactor names it in `Fill`. */
export const hashOrder = (order: Order): Hex =>
  hashStruct({ data: toWitness(order), primaryType: 'ExclusiveDutchOrder', types: ORDER_TYPES })

/** What is told of every order. */
export const ORDER_OUTPUT = {
  orderHash: HexSchema,
  swapper: AddressSchema,
  /** Nonce of Permit2 that filling it, or cancelling it, uses up. */
  nonce: BaseUnitsSchema,
  /** Last second at which it can be filled. */
  deadlineSeconds: BaseUnitsSchema,
}

/** Describe what is told of every order. */
export const describeOrder = (order: Order) => ({
  orderHash: hashOrder(order),
  swapper: order.info.swapper,
  nonce: order.info.nonce.toString(),
  deadlineSeconds: order.info.deadline.toString(),
})

/** Who alone may fill an order until its decay begins; undefined where anybody may. */
export const exclusiveFillerOf = ({ exclusiveFiller }: Order): Address | undefined =>
  isAddressEqual(exclusiveFiller, zeroAddress) ? undefined : getAddress(exclusiveFiller)

/** Where Permit2 keeps a nonce: the word, and the bit in it (`SignatureTransfer.bitmapPositions`). */
export const placeOf = (nonce: bigint) => ({ word: nonce >> 8n, mask: 1n << (nonce & 255n) })
