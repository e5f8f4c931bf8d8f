import { type Address, getAddress, type Hex, hashTypedData } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, HexSchema, type Static, Type } from '../../core/schema.ts'
import { BASE } from './base.ts'
import { ORDER_SIDES, type OrderSide } from './limit-maths.ts'

const UINT_END = 2n ** 256n

const uint = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$', description: `${description}, as a decimal string` })

/** A limit order under the names that Pendle gives it (`IPLimitRouter.Order`). */
export const OrderSchema = Type.Object(
  {
    salt: uint('number that tells orders of one maker apart'),
    expiry: uint('second from which on it cannot be filled'),
    nonce: uint('least nonce of the maker at which it holds'),
    orderType: Type.Integer({
      minimum: 0,
      maximum: ORDER_SIDES.length - 1,
      description: '0 SY for PT, 1 PT for SY, 2 SY for YT, 3 YT for SY',
    }),
    token: Type.Unsafe<Address>({
      ...AddressSchema,
      description: 'SY, or the token that the maker pays or gets in its place',
    }),
    YT: AddressSchema,
    maker: AddressSchema,
    receiver: AddressSchema,
    makingAmount: uint('base units that the maker gives at most'),
    lnImpliedRate: uint('logarithm of the yield a year, 18 decimals'),
    failSafeRate: uint('least rate between SY and token, 18 decimals'),
    permit: Type.Unsafe<Hex>({ ...HexSchema, maxLength: 4_000 }),
  },
  { additionalProperties: false },
)

/** A limit order as the router takes it; amounts in base units, times in seconds. */
export type Order = ReturnType<typeof readOrder>

/** Read an order. @throws ToolError INVALID_PARAMS */
export function readOrder(given: Static<typeof OrderSchema>) {
  const number = (name: 'salt' | 'expiry' | 'nonce' | 'makingAmount' | 'lnImpliedRate' | 'failSafeRate') => {
    const value = BigInt(given[name])
    if (value < UINT_END) return value
    throw new ToolError('INVALID_PARAMS', { path: `/order/${name}`, problem: 'is no number below 2^256' })
  }
  return {
    ...given,
    token: getAddress(given.token),
    YT: getAddress(given.YT),
    maker: getAddress(given.maker),
    receiver: getAddress(given.receiver),
    salt: number('salt'),
    expiry: number('expiry'),
    nonce: number('nonce'),
    makingAmount: number('makingAmount'),
    lnImpliedRate: number('lnImpliedRate'),
    failSafeRate: number('failSafeRate'),
  }
}

/** What the maker of an order that was read gives and wants. */
export const sideOf = ({ orderType }: Pick<Order, 'orderType'>) => ORDER_SIDES[orderType] as OrderSide

/** EIP-712 types of an order (`LimitRouterBase.LIMIT_ORDER_TYPEHASH`). */
const ORDER_TYPES = {
  Order: [
    { name: 'salt', type: 'uint256' },
    { name: 'expiry', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'orderType', type: 'uint8' },
    { name: 'token', type: 'address' },
    { name: 'YT', type: 'address' },
    { name: 'maker', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'makingAmount', type: 'uint256' },
    { name: 'lnImpliedRate', type: 'uint256' },
    { name: 'failSafeRate', type: 'uint256' },
    { name: 'permit', type: 'bytes' },
  ],
} as const

/** Hash an order as its maker signs it, and the router names it. @throws ToolError PROTOCOL_NOT_DEPLOYED */
export const hashOrder = (book: AddressBook, order: Order): Hex =>
  hashTypedData({
    domain: {
      name: 'Pendle Limit Order Protocol',
      version: '1',
      chainId: book.chainId,
      verifyingContract: BASE.on(book).limitRouter,
    },
    types: ORDER_TYPES,
    primaryType: 'Order',
    message: order,
  })
