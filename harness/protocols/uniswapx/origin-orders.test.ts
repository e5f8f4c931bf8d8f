import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { findToken } from '../../../tools/core/tokens.ts'
import { BASE } from '../../../tools/protocols/uniswapx/base.ts'
import { SWAPPER as NAMED, ORIGIN_ORDERS } from '../../../tools/protocols/uniswapx/origin-orders.ts'
import { EMBEDDED_BOOK as book } from '../../world/embedded-book.ts'
import { SWAPPER } from './order-service.ts'
import { serveOrders } from './origin-orders.ts'

const addressOf = (symbol: string) => findToken(book, symbol)?.address as Address

test('behavior: the orders that cases name are those that the origin hands out', async () => {
  const { reactor } = BASE.on(book)
  const served = await serveOrders(
    { chainId: book.chainId, permit2: book.protocols.permit2?.permit2 as Address, reactor },
    { usdc: addressOf('USDC'), weth: addressOf('WETH') },
  )
  expect(ORIGIN_ORDERS).toEqual(served)
  expect(NAMED).toBe(SWAPPER.address)
})
