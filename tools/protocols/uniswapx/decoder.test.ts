import { type Address, encodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { indexDecoders } from '../../core/decoder-index.ts'
import { fillAbi } from './abi.ts'
import { encodeOrder, type Order } from './order.ts'
import { ORDER } from './order-for-tests.ts'
import { PROTOCOL } from './protocol.ts'

const account = getAddress(`0x${'5'.repeat(40)}`)
const reactor: Address = ORDER.info.reactor
const book = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { uniswapx: { reactor, orderQuoter: account } },
}
const decoders = indexDecoders([PROTOCOL], book)

const fill = (order: Order, { to = reactor, valueWei = 0n, tail = '' } = {}) =>
  decoders.decode(
    {
      to,
      valueWei,
      data: `${encodeFunctionData({
        abi: fillAbi,
        functionName: 'execute',
        args: [{ order: `${encodeOrder(order)}${tail}` as `0x${string}`, sig: '0x' }],
      })}`,
    },
    account,
  )

test('behavior: who fills gets the input and pays the outputs, at most', () => {
  expect(fill(ORDER)).toMatchObject({
    outflows: [{ token: ORDER.outputs[0].token, amountBaseUnits: 1_001n }],
    inflows: [ORDER.input.token],
    recipients: [account],
    tokens: [ORDER.input.token, ORDER.outputs[0].token],
  })
  const kept = { ...ORDER, exclusiveFiller: ORDER.info.swapper, exclusivityOverrideBps: 1_000n }
  expect(fill(kept)?.outflows[0]?.amountBaseUnits).toBe(1_101n)
})

test('behavior: other orders and other bytes are not understood', () => {
  expect(fill({ ...ORDER, info: { ...ORDER.info, reactor: account } })).toBeUndefined()
  expect(fill(ORDER, { valueWei: 1n })).toBeUndefined()
  expect(fill(ORDER, { to: account })).toBeUndefined()
  expect(fill(ORDER, { tail: '00'.repeat(32) })).toBeUndefined()
})
