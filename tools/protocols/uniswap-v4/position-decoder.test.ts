import { type Address, encodeFunctionData, getAddress, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { type AddressBook, NATIVE_TOKEN } from '../../core/address-book.ts'
import { positionManagerAbi } from './abi.ts'
import {
  burnPosition,
  decreaseLiquidity,
  type EncodedAction,
  encodeUnlock,
  increaseLiquidity,
  mintPosition,
  settlePair,
  sweep,
  takePair,
} from './actions.ts'
import { BASE } from './base.ts'
import { POSITION_DECODER } from './position-decoder.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [account, thief, usdc, weth] = [at('a'), at('b'), at('c'), at('d')] as const
const book: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'uniswap-v4': BASE.addresses[1] },
}
const manager = BASE.on(book).positionManager
const keyOf = (currency0: Address) => ({
  currency0,
  currency1: weth,
  fee: 500,
  tickSpacing: 10,
  hooks: zeroAddress,
})
const mint = (owner: Address, currency0: Address = usdc) =>
  mintPosition(keyOf(currency0), {
    tickLower: -10,
    tickUpper: 10,
    liquidity: 9n,
    maximum0: 5n,
    maximum1: 6n,
    owner,
  })

const decode = (actions: readonly EncodedAction[], valueWei = 0n, tail: Hex | '' = '') => {
  const data = encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'modifyLiquidities',
    args: [encodeUnlock(actions), 1n],
  })
  const call = { to: manager, valueWei, data: `${data}${tail.slice(2)}` as Hex }
  return POSITION_DECODER.decode(call, { account, book })
}
const positions = (id: string, change: string) => [{ protocol: 'uniswap-v4', contract: manager, id, change }]

describe('what the account does for itself', () => {
  test('a position is opened for at most its maximums', () => {
    expect(decode([mint(account), settlePair(usdc, weth)])).toMatchObject({
      outflows: [
        { token: usdc, amountBaseUnits: 5n },
        { token: weth, amountBaseUnits: 6n },
      ],
      recipients: [account],
      tokens: [usdc, weth],
      positions: positions('new', 'open'),
    })
  })

  test('native coins are what comes with the call, and what is left is swept back', () => {
    const decoded = decode(
      [mint(account, zeroAddress), settlePair(zeroAddress, weth), sweep(zeroAddress, account)],
      5n,
    )
    expect(decoded).toMatchObject({
      outflows: [
        { token: weth, amountBaseUnits: 6n },
        { token: NATIVE_TOKEN, amountBaseUnits: 5n },
      ],
      recipients: [account],
    })
    expect(decoded?.forbidden).toBeUndefined()
  })

  test.each([
    ['increase', increaseLiquidity(7n, 3n, 1n, 1n)],
    ['decrease', decreaseLiquidity(7n, 3n, 1n, 1n)],
    ['collect', decreaseLiquidity(7n, 0n, 0n, 0n)],
    ['close', burnPosition(7n, 0n, 0n)],
  ] as const)('%s', (change, action) => {
    expect(decode([action, takePair(usdc, weth, account)])).toMatchObject({
      recipients: [account],
      tokens: [usdc, weth],
      positions: positions('7', change),
    })
  })
})

describe('what it may not do', () => {
  test.each([
    ['a position for another account', [mint(thief)], 0n],
    ['what is paid out to another account', [takePair(usdc, weth, thief)], 0n],
    ["the manager's word for the caller", [takePair(usdc, weth, `0x${'1'.padStart(40, '0')}`)], 0n],
    ['what is left to another account', [sweep(zeroAddress, thief)], 5n],
    ['native coins that nobody sweeps', [mint(account, zeroAddress)], 5n],
  ] as const)('%s', (_, actions, valueWei) =>
    expect(decode(actions, valueWei)?.forbidden).toBe("another account's gain"))

  test.each([
    ['an action that it does not know', [{ code: '0x12', input: settlePair(usdc, weth).input }]],
    ['an input that is too long', [{ code: '0x0d', input: `${settlePair(usdc, weth).input}00` }]],
    [
      'data for a hook',
      [
        {
          code: '0x01',
          input: decreaseLiquidity(7n, 0n, 0n, 0n)
            .input.slice(0, -64)
            .concat('1'.padStart(64, '0'), 'ff'.padEnd(64, '0')),
        },
      ],
    ],
  ] as const)('%s is not understood', (_, actions) =>
    expect(decode(actions as readonly EncodedAction[])).toBeUndefined())

  test('bytes behind the call are not understood', () =>
    expect(decode([settlePair(usdc, weth)], 0n, '0x00')).toBeUndefined())
})
