import { type Address, encodeFunctionData, getAddress, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { indexDecoders } from '../../core/decoder-index.ts'
import { ordersAbi, stakingAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [account, stranger, weth, usdc] = [at('5'), at('6'), at('1'), at('2')]
const addresses = BASE.addresses[31337]
const { staking, orders } = addresses
const decoders = indexDecoders([PROTOCOL], {
  chainId: 31337,
  nativeSymbol: 'ETH',
  wrappedNative: weth,
  tokens: [],
  protocols: { 'model-yield': addresses },
})
const decode = (to: Address, data: Hex, valueWei = 0n) => decoders.decode({ to, valueWei, data }, account)
const stake = (functionName: 'stake' | 'requestExit' | 'claim', to: Address) =>
  encodeFunctionData({ abi: stakingAbi, functionName, args: [7n, to] })
const place = encodeFunctionData({ abi: ordersAbi, functionName: 'place', args: [usdc, 7n, weth, 3n, 99] })

test.each([account, stranger])('I61: who gains by an act of staking is named: %s', (to) => {
  const paid = [{ token: weth, amountBaseUnits: 7n }]
  expect(decode(staking, stake('stake', to))).toMatchObject({ outflows: paid, recipients: [to] })
  expect(decode(staking, stake('requestExit', to))).toMatchObject({ outflows: [], recipients: [to] })
  expect(decode(staking, stake('claim', to))).toMatchObject({ outflows: [], recipients: [to] })
})

test('I53: what leaves a position is told by the bytes, whether a reader shows it or not', () => {
  const change = (id: bigint, does: string) => [
    { protocol: 'model-yield', id: numberToHex(id, { size: 32 }), change: does, owner: account },
  ]
  const cancel = encodeFunctionData({ abi: ordersAbi, functionName: 'cancel', args: [1n] })
  expect(decode(staking, stake('requestExit', account))?.positions).toMatchObject(change(0n, 'decrease'))
  expect(decode(staking, stake('claim', account))?.positions).toMatchObject(change(7n, 'close'))
  expect(decode(orders, cancel)?.positions).toMatchObject(change((1n << 255n) + 1n, 'close'))
})

test('I70: an order hands in what it offers, and pledges that for the least that it takes', () => {
  expect(decode(orders, place)).toMatchObject({
    outflows: [{ token: usdc, amountBaseUnits: 7n }],
    inflows: [weth],
    recipients: [account],
    pledges: [
      {
        isHeld: true,
        legs: [
          { token: usdc, amount: -7n },
          { token: weth, amount: 3n },
        ],
        spender: orders,
        to: account,
        untilSeconds: 99,
      },
    ],
  })
})

test('behavior: taking an order back moves nothing out and pledges nothing', () => {
  const cancel = encodeFunctionData({ abi: ordersAbi, functionName: 'cancel', args: [1n] })
  const decoded = decode(orders, cancel)
  expect(decoded).toMatchObject({ functionName: 'cancel', outflows: [], recipients: [account] })
  expect(decoded?.pledges ?? []).toEqual([])
})

test('error: what the keeper alone may do, and native coins beside an act, are unknown', () => {
  const slash = encodeFunctionData({ abi: stakingAbi, functionName: 'slash', args: [1n] })
  const fill = encodeFunctionData({ abi: ordersAbi, functionName: 'fill', args: [1n, 1n] })
  expect(decode(staking, slash)?.functionName).toBeUndefined()
  expect(decode(orders, fill)?.functionName).toBeUndefined()
  expect(decode(orders, place, 1n)?.functionName).toBeUndefined()
})
