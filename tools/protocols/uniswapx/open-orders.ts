import type { Address, Hex } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { findToken } from '../../core/tokens.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { judgePrices, listFeeds, NO_STATE, type PriceVerdict, valueMicroUsd } from '../../kit/usd-price.ts'
import { noncesAbi } from './abi.ts'
import { BASE } from './base.ts'
import { hashOrder, type Order, placeOf, readOrder } from './order.ts'
import { readTypedOrder } from './typed-order.ts'

/** An order of the agent's, and the permit under which the stack signed it. */
export interface RecordedOrder {
  readonly order: Order
  readonly permitId: Hex | null
}

/** The smaller of two amounts. */
export const leastOf = (a: bigint, b: bigint) => (a < b ? a : b)

/** Most that filling an order takes: Permit2 is asked for the last amount of its input, which is the greatest. */
export const mostIn = ({ input }: Order) => input.endAmount

/**
 * Gather what the stack signed and what is given, each order once.
 *
 * @throws ToolError ORDER_UNKNOWN, ORDER_NOT_OWN, PROTOCOL_NOT_DEPLOYED
 */
export function gatherOrders(
  { book, safety, account, operator }: Pick<ToolContext, 'book' | 'safety' | 'account' | 'operator'>,
  given: readonly Hex[],
): RecordedOrder[] {
  const signed = safety.openSignatures().flatMap(({ permitId }): RecordedOrder[] => {
    const plan = safety.permit(permitId)?.plan
    const order = plan?.kind === 'signature' ? readTypedOrder(book, plan.typedData) : undefined
    return order === undefined ? [] : [{ order, permitId }]
  })
  const told = given.map((bytes): RecordedOrder => {
    const order = readOrder(book, bytes)
    const { swapper } = order.info
    if (![account, operator].some((own) => isAddressEqual(own, swapper))) {
      throw BASE.error('ORDER_NOT_OWN', { swapper, account })
    }
    return { order, permitId: null }
  })
  const byHash = new Map<Hex, RecordedOrder>()
  for (const recorded of [...signed, ...told]) {
    const hash = hashOrder(recorded.order)
    if (!byHash.has(hash)) byHash.set(hash, recorded)
  }
  return [...byHash.values()]
}

/** Add up what orders can take by swapper and token; of those with one nonce the greatest counts. */
export function sumByToken(orders: readonly Order[]) {
  const greatest = new Map<string, Order>()
  for (const order of orders) {
    const key = [order.info.swapper, order.info.nonce, order.input.token].join()
    const known = greatest.get(key)
    if (known === undefined || mostIn(known) < mostIn(order)) greatest.set(key, order)
  }
  const sums = new Map<string, { swapper: Address; token: Address; most: bigint }>()
  for (const order of greatest.values()) {
    const { swapper } = order.info
    const { token } = order.input
    const most = (sums.get(`${swapper},${token}`)?.most ?? 0n) + mostIn(order)
    sums.set(`${swapper},${token}`, { swapper, token, most })
  }
  return [...sums.values()]
}

/**
 * Read in one request which nonces are used up, and what orders could take at the head.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED, CHAIN_READ_FAILED
 */
export async function readGround(
  { book, chain }: Pick<ToolContext, 'book' | 'chain'>,
  recorded: readonly RecordedOrder[],
) {
  const permit2 = contractOf(book, 'permit2', 'permit2')
  const orders = recorded.map(({ order }) => order)
  const tokens = [...new Set(orders.flatMap(({ input }) => findToken(book, input.token) ?? []))]
  const held = orders.map(({ input, info }) => ({ token: input.token, account: info.swapper }))
  const state = await chain.readState({
    ...NO_STATE,
    balances: held,
    allowances: held.map(({ token, account }) => ({ token, owner: account, spender: permit2 })),
    feeds: listFeeds(tokens),
    views: orders.map(({ info }) => ({
      to: permit2,
      data: encodeFunctionData({
        abi: noncesAbi,
        functionName: 'nonceBitmap',
        args: [info.swapper, placeOf(info.nonce).word],
      }),
    })),
  })
  const prices = judgePrices(tokens, state)
  return {
    atSeconds: state.timestampSeconds,
    isUsed: (order: Order) => isNonceUsed(state.views[orders.indexOf(order)], order),
    hold: (swapper: Address, token: Address, most: bigint) => {
      const index = held.findIndex(
        (pair) => isAddressEqual(pair.token, token) && isAddressEqual(pair.account, swapper),
      )
      // A token that does not answer bounds nothing.
      const exposure = [state.balances[index], state.allowances[index]].reduce<bigint>(
        (least, bound) => leastOf(least, bound ?? least),
        most,
      )
      return {
        token,
        mostInBaseUnits: most.toString(),
        exposureBaseUnits: exposure.toString(),
        ...valueExposure(tokens, prices, token, exposure),
      }
    },
  }
}

function isNonceUsed(answer: Hex | undefined, { info }: Order): boolean {
  if (answer === undefined) {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: `the nonce ${info.nonce} of ${info.swapper}`,
      reason: 'Permit2 did not answer',
    })
  }
  const bitmap = decodeFunctionResult({ abi: noncesAbi, functionName: 'nonceBitmap', data: answer })
  return (bitmap & placeOf(info.nonce).mask) !== 0n
}

function valueExposure(
  tokens: readonly TokenInfo[],
  prices: readonly PriceVerdict[],
  token: Address,
  amount: bigint,
) {
  const index = tokens.findIndex((known) => isAddressEqual(known.address, token))
  const [known, price] = [tokens[index], prices[index]?.price]
  return {
    exposureMicroUsd: known && price ? valueMicroUsd(amount, known.decimals, price).toString() : null,
    isPriceStale: price?.isStale ?? false,
  }
}
