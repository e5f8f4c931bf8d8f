import { expect, test } from 'vitest'
import { toJson } from '../../core/json.ts'
import type { TypedData } from '../../core/plan.ts'
import type { Order } from './order.ts'
import { ORDER } from './order-for-tests.ts'
import { buildTypedOrder, readTypedOrder } from './typed-order.ts'

const { reactor } = ORDER.info
const [permit2, other] = ['5', '6'].map((digit) => `0x${digit.repeat(40)}` as const) as [
  `0x${string}`,
  typeof reactor,
]
const book = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { uniswapx: { reactor, orderQuoter: other }, permit2: { permit2 } },
}

/** An order as it is kept with the permit under which it was signed. */
const signed = (order: Order): TypedData => toJson(buildTypedOrder(book, order)) as unknown as TypedData

test('default: a signed order is read as it was built', () => {
  expect(readTypedOrder(book, signed(ORDER))).toEqual({
    ...ORDER,
    info: { ...ORDER.info, swapper: expect.stringMatching(/cafe$/i) },
    input: { ...ORDER.input },
    outputs: [expect.objectContaining({ startAmount: 1_000n, endAmount: 1_000n })],
  })
})

test.each<[string, (typed: TypedData) => TypedData]>([
  ['is for another reactor', () => signed({ ...ORDER, info: { ...ORDER.info, reactor: other } })],
  [
    'is verified by another contract',
    (typed) => ({ ...typed, domain: { ...typed.domain, verifyingContract: other } }),
  ],
  ['holds on another chain', (typed) => ({ ...typed, domain: { ...typed.domain, chainId: 10 } })],
  ['permits another nonce', (typed) => ({ ...typed, message: { ...typed.message, nonce: '2' } })],
  ['has no witness', ({ message: { witness: _, ...message }, ...typed }) => ({ ...typed, message })],
])('behavior: what %s is no order of the reactor', (_name, change) => {
  expect(readTypedOrder(book, change(signed(ORDER)))).toBeUndefined()
})
