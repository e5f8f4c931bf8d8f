import { expect, test } from 'vitest'
import { MAKER as NAMED, ORIGIN_ORDERS } from '../../../tools/protocols/pendle-v2/origin-orders.ts'
import { EMBEDDED_BOOK as book } from '../../world/embedded-book.ts'
import { MAKER, serveOrders } from './limit-orders.ts'

test('behavior: the orders that cases name are those that the origin hands out', async () => {
  expect(ORIGIN_ORDERS).toEqual(await serveOrders(book))
  expect(NAMED).toBe(MAKER.address)
})
