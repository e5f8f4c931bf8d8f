import { type Address, type Hex, stringToHex } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'
import { keyAccount } from '../../key-account.ts'

/** Who makes limit orders, and one who has nothing to give for them. */
export const MAKER = keyAccount(keccak256(stringToHex('the key of a maker of limit orders')))
const PAUPER = keyAccount(keccak256(stringToHex('the key of a maker who has nothing')))

/** Last second of the origin, about which its orders end. */
const HEAD_SECONDS = 1_799_999_988n
const DAY_SECONDS = 86_400n
const WAD = 10n ** 18n

/** About 8 % and 5 % a year, as logarithms of 18 decimals. */
const EIGHT_PERCENT = 76_961_041_136_128_325n
const FIVE_PERCENT = 48_790_164_169_432_003n

// Source of order and types: LimitRouterBase.sol of @pendle/core-v2.
const TYPES = {
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
}

/** What a maker gives for what, as the router numbers it. */
const SY_FOR_PT = 0
const PT_FOR_SY = 1
const SY_FOR_YT = 2
const YT_FOR_SY = 3

interface LimitTerms {
  readonly salt: bigint
  readonly orderType: number
  readonly token: Address
  readonly makingAmount: bigint
  readonly lnImpliedRate?: bigint
  readonly YT?: Address
  readonly expiry?: bigint
}

/** An order as an order book hands it to who fills: whole numbers are decimal text. */
export interface ServedOrder {
  readonly order: Readonly<Record<string, string | number>>
  readonly signature: Hex
}

/** Sign an order, as makers do. It stands in for the order book of Pendle; the router is the published one. */
async function signOrder(
  book: AddressBook,
  { lnImpliedRate = EIGHT_PERCENT, ...terms }: LimitTerms,
  maker = MAKER,
) {
  const { limitRouter, yield: yieldToken } = BASE.on(book)
  const order = {
    YT: yieldToken,
    expiry: HEAD_SECONDS + DAY_SECONDS,
    ...terms,
    nonce: 0n,
    maker: maker.address,
    receiver: maker.address,
    lnImpliedRate,
    failSafeRate: 0n,
    permit: '0x' as Hex,
  }
  const signature = await maker.signTypedData({
    domain: {
      name: 'Pendle Limit Order Protocol',
      version: '1',
      chainId: book.chainId,
      verifyingContract: limitRouter,
    },
    types: TYPES,
    primaryType: 'Order',
    message: order,
  })
  return { order, signature }
}

/** Orders of the origin by what becomes of them. */
type OriginOrder =
  | 'buysPt'
  | 'sellsPt'
  | 'buysYt'
  | 'sellsYt'
  | 'greedy'
  | 'late'
  | 'unfunded'
  | 'otherToken'
  | 'cancelled'

/** What the orders of the origin ask for: PT of its first market yields about 8 % a year. */
function describeOrders(book: AddressBook): Readonly<Record<OriginOrder, LimitTerms>> {
  const { standardizedYield: token, laterYield } = BASE.on(book)
  const dai = book.tokens.find(({ symbol }) => symbol === 'DAI')?.address as Address
  const weth = book.tokens.find(({ symbol }) => symbol === 'WETH')?.address as Address
  const sale = { orderType: PT_FOR_SY, token, makingAmount: 1_000n * WAD }
  return {
    buysPt: { salt: 1n, orderType: SY_FOR_PT, token, makingAmount: 1_000n * WAD },
    sellsPt: { ...sale, salt: 2n },
    // What is paid for YT is the yield until maturity: for 8 % a year about a hundredth of the asset.
    buysYt: { salt: 3n, orderType: SY_FOR_YT, token: dai, makingAmount: 10n * WAD },
    sellsYt: { salt: 4n, orderType: YT_FOR_SY, token: dai, makingAmount: 1_000n * WAD },
    // PT of the later market for as much as it pays at maturity.
    greedy: { ...sale, salt: 5n, lnImpliedRate: 0n, YT: laterYield },
    late: { ...sale, salt: 6n, expiry: HEAD_SECONDS - 60n },
    unfunded: { ...sale, salt: 7n, lnImpliedRate: FIVE_PERCENT },
    otherToken: { ...sale, salt: 8n, token: weth },
    cancelled: { ...sale, salt: 9n },
  }
}

/** Sign the orders of the origin, all but one of them the maker's. */
async function signOrders(book: AddressBook) {
  const signed = Object.entries(describeOrders(book)).map(
    async ([name, terms]) =>
      [name, await signOrder(book, terms, name === 'unfunded' ? PAUPER : MAKER)] as const,
  )
  return Object.fromEntries(await Promise.all(signed)) as Record<
    OriginOrder,
    Awaited<ReturnType<typeof signOrder>>
  >
}

/** The order that its maker cancels, as the router takes it. */
export const cancelledOrder = async (book: AddressBook) => (await signOrders(book)).cancelled.order

/** Hand out the orders of the origin. */
export async function serveOrders(book: AddressBook): Promise<Readonly<Record<OriginOrder, ServedOrder>>> {
  const signed = await signOrders(book)
  const toText = (value: bigint | number | string) => (typeof value === 'bigint' ? value.toString() : value)
  return Object.fromEntries(
    Object.entries(signed).map(([name, { order, signature }]) => {
      const members = Object.entries(order).map(([member, value]) => [member, toText(value)])
      return [name, { order: Object.fromEntries(members), signature }]
    }),
  ) as unknown as Record<OriginOrder, ServedOrder>
}
