import { type Address, encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { pairAbi, routerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { computePairAddress } from './pair-address.ts'

const ACCOUNT: Address = '0x00000000000000000000000000000000000000C1'
const THIEF: Address = '0x00000000000000000000000000000000000000c2'
const WETH: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const USDT: Address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const { router, wethUsdt, factory } = BASE.addresses[1]
const book: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'uniswap-v2': BASE.addresses[1] },
}

const decode = (to: Address, data: `0x${string}`, valueWei = 0n) =>
  DECODER.decode({ to, data, valueWei }, { account: ACCOUNT, book })
const routed = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: routerAbi, functionName, args } as never)
const PATH = [WETH, USDT]

test('the pair of mainnet follows from the factory', () =>
  expect(computePairAddress(factory, USDT, WETH)).toBe(wethUsdt))

test.each([
  ['swapExactTokensForTokens', [7n, 1n, PATH, ACCOUNT, 9n]],
  ['swapExactTokensForTokensSupportingFeeOnTransferTokens', [7n, 1n, PATH, ACCOUNT, 9n]],
  ['swapTokensForExactTokens', [1n, 7n, PATH, ACCOUNT, 9n]],
])('%s: the most that is paid, for the last token of the path', (name, args) =>
  expect(decode(router, routed(name, args))).toMatchObject({
    functionName: name,
    outflows: [{ token: WETH, amountBaseUnits: 7n }],
    inflows: [USDT],
    recipients: [ACCOUNT],
    tokens: PATH,
    positions: [],
  }))

test('a deposit takes all that it offers, and grows a position of the account', () => {
  const decoded = decode(router, routed('addLiquidity', [WETH, USDT, 7n, 8n, 1n, 1n, ACCOUNT, 9n]))
  expect(decoded?.outflows).toEqual([
    { token: WETH, amountBaseUnits: 7n },
    { token: USDT, amountBaseUnits: 8n },
  ])
  expect(decoded?.positions).toEqual([
    { protocol: 'uniswap-v2', contract: wethUsdt, id: wethUsdt, change: 'increase', owner: ACCOUNT },
  ])
})

test('a withdrawal gives up what it burns, and pays nothing', () => {
  const decoded = decode(router, routed('removeLiquidity', [USDT, WETH, 5n, 1n, 1n, ACCOUNT, 9n]))
  expect(decoded?.outflows).toEqual([])
  expect(decoded?.positions.map(({ change, contract }) => [change, contract])).toEqual([['close', wethUsdt]])
})

test.each([
  ['swapExactTokensForTokens', [7n, 1n, PATH, THIEF, 9n]],
  ['swapTokensForExactTokens', [7n, 1n, PATH, THIEF, 9n]],
  ['addLiquidity', [WETH, USDT, 7n, 8n, 1n, 1n, THIEF, 9n]],
  ['removeLiquidity', [WETH, USDT, 7n, 1n, 1n, THIEF, 9n]],
])('I31: %s for another account is forbidden', (name, args) =>
  expect(decode(router, routed(name, args))?.forbidden).toBe("another account's gain"))

test.each([
  ['the router holds some', router, 5n, undefined],
  ['taken back from anybody', THIEF, 0n, undefined],
  ['another holds some', THIEF, 5n, "another's hold of liquidity"],
  ['without end', router, 2n ** 128n, 'unlimited approval'],
] as const)('a pair lets its liquidity be taken: %s', (_, spender, amount, forbidden) => {
  const data = encodeFunctionData({ abi: pairAbi, functionName: 'approve', args: [spender, amount] })
  const decoded = decode(wethUsdt, data)
  expect([decoded?.functionName, decoded?.forbidden]).toEqual(['approve', forbidden])
})

test.each([
  ['value', () => decode(router, routed('swapExactTokensForTokens', [7n, 1n, PATH, ACCOUNT, 9n]), 1n)],
  [
    'a path of one token',
    () => decode(router, routed('swapExactTokensForTokens', [7n, 1n, [WETH], ACCOUNT, 9n])),
  ],
  [
    'bytes behind',
    () => decode(router, `${routed('removeLiquidity', [WETH, USDT, 7n, 1n, 1n, ACCOUNT, 9n])}00`),
  ],
  ['a view', () => decode(wethUsdt, encodeFunctionData({ abi: pairAbi, functionName: 'token0' }))],
])('%s is not decoded', (_, attempt) => expect(attempt()).toBeUndefined())
