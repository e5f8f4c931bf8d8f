import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { limitRouterAbi, routerAbi } from './abi.ts'
import { approximate, NO_ORDERS, plainInput, plainOutput } from './acts.ts'
import { BASE } from './base.ts'
import { type Order, readOrder } from './limit-order.ts'
import { ORIGIN_ORDERS } from './origin-orders.ts'
import { keyOf } from './places.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [account, stranger, dai] = [at('5'), at('6'), at('1')]
const known = BASE.addresses[1]
const { router, limitRouter, market, principal, standardizedYield } = known
const decoders = indexDecoders([PROTOCOL], {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [{ symbol: 'DAI', name: 'DAI', address: dai, decimals: 18 }],
  protocols: { 'pendle-v2': known },
})
const decode = (to: Address, data: Hex, valueWei = 0n) => decoders.decode({ to, valueWei, data }, account)
const asset = { asset: dai }
const input = plainInput(asset, 7n)

const buy = (receiver: Address, of: Address = market, more: object = {}, orders: object = {}) =>
  encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokenForPt',
    args: [receiver, of, 1n, approximate(7n), { ...input, ...more }, { ...NO_ORDERS, ...orders }],
  })
const exit = (pt: bigint, yt: bigint, lp: bigint) =>
  encodeFunctionData({
    abi: routerAbi,
    functionName: 'exitPreExpToToken',
    args: [account, market, pt, yt, lp, plainOutput(asset, 1n), NO_ORDERS],
  })
const approve = (spender: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const { order, signature } = ORIGIN_ORDERS.sellsPt
const fill = (
  receiver: Address,
  more: Partial<Order> = {},
  { count = 1, callback = '0x' }: { readonly count?: number; readonly callback?: Hex } = {},
) =>
  encodeFunctionData({
    abi: limitRouterAbi,
    functionName: 'fill',
    args: [
      Array.from({ length: count }, () => ({
        order: { ...readOrder(order), ...more },
        signature,
        makingAmount: 7n,
      })),
      receiver,
      9n,
      '0x',
      callback,
    ],
  })
const change = (token: Address, does: string) => ({
  protocol: 'pendle-v2',
  contract: token,
  id: keyOf(token),
  change: does,
  owner: account,
})

test('behavior: a purchase pays what it names and raises PT', () => {
  expect(decode(router, buy(account))).toEqual({
    functionName: 'swapExactTokenForPt',
    outflows: [{ token: dai, amountBaseUnits: 7n }],
    inflows: [],
    approvals: [],
    recipients: [account],
    tokens: [dai],
    positions: [change(principal, 'increase')],
  })
})

test('behavior: an exit lowers what it names an amount of', () => {
  expect(decode(router, exit(0n, 2n, 3n))?.positions).toEqual([
    change(market, 'decrease'),
    change(known.yield, 'decrease'),
  ])
})

test('I61: nobody else gains', () => {
  expect(decode(router, buy(stranger))).toMatchObject({
    recipients: [stranger],
    forbidden: "another account's gain",
  })
})

test('behavior: no other market, no swap elsewhere and no orders of others', () => {
  expect(decode(router, buy(account, stranger))).toBeUndefined()
  const forbidden = 'a swap or an order elsewhere'
  expect(decode(router, buy(account, market, { pendleSwap: stranger }))).toMatchObject({ forbidden })
  expect(decode(router, buy(account, market, { tokenMintSy: stranger }))).toMatchObject({ forbidden })
  const swapData = { swapType: 1, extRouter: zeroAddress, extCalldata: '0x', needScale: false } as const
  expect(decode(router, buy(account, market, { swapData } as never))).toMatchObject({ forbidden })
  expect(decode(router, buy(account, market, {}, { limitRouter: stranger }))).toMatchObject({ forbidden })
  expect(decode(router, buy(account), 1n)).toBeUndefined()
})

/** Arguments of the router by name and, where that says nothing, by type: an act of the account in its market. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  receiver: account,
  market,
  SY: standardizedYield,
  YT: known.yield,
  input,
  output: plainOutput(asset, 1n),
  limit: NO_ORDERS,
  uint256: 1n,
  tuple: approximate(7n),
}

const SWAP_ELSEWHERE = { swapType: 1, extRouter: stranger, extCalldata: '0x01', needScale: false } as const

/** By the name of an argument, what makes more of an act than one in its market. */
const ELSEWHERE: Readonly<Record<string, readonly object[]>> = {
  input: [
    { pendleSwap: stranger },
    { tokenIn: stranger },
    { tokenMintSy: stranger },
    { swapData: SWAP_ELSEWHERE },
  ],
  output: [
    { pendleSwap: stranger },
    { tokenOut: stranger },
    { tokenRedeemSy: stranger },
    { swapData: SWAP_ELSEWHERE },
  ],
  limit: [{ limitRouter: stranger }, { optData: '0x01' }],
}

const acts = routerAbi.flatMap((item) =>
  item.type === 'function' && item.name !== 'redeemDueInterestAndRewards' ? [item] : [],
)

test.each(
  acts.map((act) => [act.name, act] as const),
)('I5 I61: %s is one in its market alone, for the account', (functionName, act) => {
  const encode = (changed: Readonly<Record<string, unknown>> = {}) =>
    encodeFunctionData({
      abi: [act],
      functionName,
      args: act.inputs.map(({ name, type }) => changed[name] ?? ARGUMENTS[name] ?? ARGUMENTS[type]),
    } as never)
  const plain = decode(router, encode())
  // What no tool does is not known at all.
  if (plain === undefined) {
    expect(['swapExactPtForSy', 'swapExactSyForPt']).toContain(functionName)
    return
  }
  expect(plain).not.toHaveProperty('forbidden')
  expect(decode(router, encode({ receiver: stranger }))).toHaveProperty('forbidden')
  for (const { name } of act.inputs) {
    for (const elsewhere of ELSEWHERE[name] ?? []) {
      const data = encode({ [name]: { ...(ARGUMENTS[name] as object), ...elsewhere } })
      expect(decode(router, data), `${name} ${Object.keys(elsewhere)}`).toHaveProperty('forbidden')
    }
  }
})

test('behavior: an order of another turns what it asks for into what it gives', () => {
  expect(decode(limitRouter, fill(account))).toEqual({
    functionName: 'fill',
    outflows: [],
    inflows: [],
    approvals: [],
    recipients: [account],
    tokens: [dai],
    positions: [change(standardizedYield, 'decrease'), change(principal, 'increase')],
  })
  expect(decode(limitRouter, fill(account, { orderType: 2, token: dai }))?.positions).toEqual([
    change(known.yield, 'decrease'),
    change(standardizedYield, 'increase'),
  ])
})

test('I61: an order is filled for the account, one at a time, and is never its own', () => {
  expect(decode(limitRouter, fill(stranger))).toMatchObject({ forbidden: "another account's gain" })
  expect(decode(limitRouter, fill(account, { maker: account }))).toMatchObject({
    forbidden: "an order of the account's own",
  })
  expect(decode(limitRouter, fill(account, { token: stranger }))).toMatchObject({
    forbidden: 'an order in another token',
  })
  const forbidden = 'more than one order at once, or a call back'
  expect(decode(limitRouter, fill(account, {}, { count: 2 }))).toMatchObject({ forbidden })
  expect(decode(limitRouter, fill(account, {}, { callback: '0x01' }))).toMatchObject({ forbidden })
  expect(decode(limitRouter, fill(account, { YT: stranger }))).toBeUndefined()
  expect(decode(limitRouter, fill(account, { orderType: 4 }))).toBeUndefined()
  expect(decode(limitRouter, fill(account, {}, { count: 0 }))).toBeUndefined()
  expect(decode(limitRouter, fill(account), 1n)).toBeUndefined()
})

test('behavior: ending an own order gives nothing away', () => {
  const data = encodeFunctionData({
    abi: limitRouterAbi,
    functionName: 'cancelSingle',
    args: [readOrder(order)],
  })
  expect(decode(limitRouter, data)).toEqual({ ...NO_EFFECT, functionName: 'cancelSingle' })
})

test('behavior: the routers alone may be let take tokens, and never without end', () => {
  expect(decode(principal, approve(router, 7n))?.forbidden).toBeUndefined()
  expect(decode(principal, approve(limitRouter, 7n))?.forbidden).toBeUndefined()
  expect(decode(principal, approve(stranger, 0n))?.forbidden).toBeUndefined()
  expect(decode(principal, approve(stranger, 7n))?.forbidden).toBe('letting others take a position')
  expect(decode(principal, approve(router, 2n ** 255n))?.forbidden).toBe('unlimited approval')
})
