import type { Address } from 'viem'
import {
  type OrderDomain,
  type OrderTerms,
  PAUPER,
  type ServedOrder,
  SWAPPER,
  serveOrder,
} from './order-service.ts'

/** Last second of the origin, about which its orders begin and end. */
const HEAD_SECONDS = 1_799_999_988n

const DAY_SECONDS = 86_400n
const USDC = 10n ** 6n
const WETH = 10n ** 18n

/** Who alone may fill an order that is kept for one: an account of nobody's. */
const OTHER_FILLER = '0x00000000000000000000000000000000000f111e'

/** Orders of the origin by what becomes of them. */
type OriginOrder =
  | 'steady'
  | 'falling'
  | 'greedy'
  | 'late'
  | 'exclusive'
  | 'unfunded'
  | 'cancelled'
  | 'filled'

/** What the orders of the origin ask for, with WETH at about 3 000 USDC. */
function describeOrders(usdc: Address, weth: Address): Readonly<Record<OriginOrder, OrderTerms>> {
  const deadline = HEAD_SECONDS + DAY_SECONDS
  const sale = {
    deadline,
    input: { token: usdc, amount: 3_000n * USDC },
    output: { token: weth, amounts: [(99n * WETH) / 100n, (99n * WETH) / 100n] },
  } as const
  return {
    steady: { ...sale, nonce: 1n },
    falling: {
      nonce: 2n,
      deadline,
      decay: [HEAD_SECONDS - 1_800n, HEAD_SECONDS + 1_800n],
      input: { token: weth, amount: WETH },
      output: { token: usdc, amounts: [3_060n * USDC, 2_880n * USDC] },
    },
    greedy: { ...sale, nonce: 3n, output: { token: weth, amounts: [3n * WETH, 3n * WETH] } },
    late: { ...sale, nonce: 4n, deadline: HEAD_SECONDS - 60n },
    exclusive: { ...sale, nonce: 5n, exclusiveFiller: OTHER_FILLER },
    unfunded: { ...sale, nonce: 1n },
    cancelled: { ...sale, nonce: CANCELLED_NONCE },
    filled: { ...sale, nonce: 8n, output: { token: weth, amounts: [WETH, WETH] } },
  }
}

/** The nonce of the order that its swapper cancels. */
export const CANCELLED_NONCE = 7n

/** Hand out the orders of the origin, all but one of them the swapper's. */
export async function serveOrders(
  domain: OrderDomain,
  { usdc, weth }: { readonly usdc: Address; readonly weth: Address },
): Promise<Readonly<Record<OriginOrder, ServedOrder>>> {
  const served = Object.entries(describeOrders(usdc, weth)).map(
    async ([name, terms]) =>
      [name, await serveOrder(name === 'unfunded' ? PAUPER : SWAPPER, domain, terms)] as const,
  )
  return Object.fromEntries(await Promise.all(served)) as Record<OriginOrder, ServedOrder>
}
