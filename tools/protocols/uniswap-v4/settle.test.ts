import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  numberToHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { poolManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { settlePositions } from './liquidity.ts'
import { settleSwap } from './swap.ts'
import { TOOL_DEF as INITIALIZE } from './uniswap-initialize-v4-pool.ts'

const { poolManager, positionManager } = BASE.addresses[1]
const hook = getAddress(`0x${'a'.repeat(40)}`)
const account = getAddress(`0x${'b'.repeat(40)}`)
const ID = numberToHex(1, { size: 32 })

const settle = (settling: (input: never) => unknown, to: Address, logs: readonly object[]) =>
  settling({
    plan: { calls: [{ to, data: '0x', valueWei: 0n }], expectation: { assets: [], allowances: [] } },
    receipt: { status: 'success', logs },
    account,
    params: {},
  } as never)

const modify = (address: Address, liquidityDelta: bigint) => ({
  address,
  topics: encodeEventTopics({
    abi: poolManagerAbi,
    eventName: 'ModifyLiquidity',
    args: { id: ID, sender: positionManager },
  }),
  data: encodeAbiParameters(
    [{ type: 'int24' }, { type: 'int24' }, { type: 'int256' }, { type: 'bytes32' }],
    [-60, 60, liquidityDelta, numberToHex(7, { size: 32 })],
  ),
})

const initialize = (address: Address, tick: number) => ({
  address,
  topics: encodeEventTopics({
    abi: poolManagerAbi,
    eventName: 'Initialize',
    args: { id: ID, currency0: zeroAddress, currency1: account },
  }),
  data: encodeAbiParameters(
    [{ type: 'uint24' }, { type: 'int24' }, { type: 'address' }, { type: 'uint160' }, { type: 'int24' }],
    [500, 10, hook, 1n, tick],
  ),
})

test('I61: liquidity is what the pool manager logs, and not what a hook logs the like of it', () => {
  const settled = settle(settlePositions, positionManager, [modify(hook, 9n), modify(poolManager, 5n)])
  expect(settled).toMatchObject({ data: { positions: [{ positionId: '7', liquidityDelta: '5' }] } })
})

test('I61: a pool is opened at the price that the pool manager logs', () => {
  const settled = settle(INITIALIZE.settle, poolManager, [initialize(hook, 9), initialize(poolManager, 5)])
  expect(settled).toMatchObject({ data: { tick: 5 } })
})

const ROUTER = getAddress(`0x${'c'.repeat(40)}`)
const STATED = 100n

const swapped = (address: Address, sender: Address, amount0: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: poolManagerAbi, eventName: 'Swap', args: { id: ID, sender } }),
  data: encodeAbiParameters(
    [
      ...([{ type: 'int128' }, { type: 'int128' }, { type: 'uint160' }, { type: 'uint128' }] as const),
      { type: 'int24' },
      { type: 'uint24' },
    ],
    [amount0, -9n, 1n, 1n, 0, 500],
  ),
})

/** Settle a swap for native coins, of which the plan stated more than came. */
const settleForCoins = (logs: readonly object[], params: object = {}, status = 'success') =>
  settleSwap({
    params,
    plan: {
      calls: [{ to: ROUTER, data: '0x', valueWei: 0n }],
      expectation: {
        assets: [
          { token: account, account, deltaBaseUnits: -9n },
          { token: NATIVE_TOKEN, account, deltaBaseUnits: STATED },
        ],
        allowances: [],
      },
    },
    receipt: { status, logs },
    account,
  } as never)

const coins = (deltaBaseUnits: bigint) => ({
  data: { amountOutBaseUnits: deltaBaseUnits.toString() },
  actualOutcome: { assets: [{ token: NATIVE_TOKEN, account, deltaBaseUnits }] },
})

test('I61: native coins are what the last pool logs that it paid, and not what the plan stated', () => {
  const logs = [swapped(poolManager, ROUTER, -7n), swapped(poolManager, ROUTER, 97n)]
  expect(settleForCoins(logs)).toMatchObject(coins(97n))
})

test('I61: what a hook logs, or trades for itself, pays no native coins', () => {
  const logs = [
    swapped(poolManager, ROUTER, 97n),
    swapped(poolManager, hook, 1_000n),
    swapped(hook, ROUTER, 1_000n),
  ]
  expect(settleForCoins(logs)).toMatchObject(coins(97n))
})

test.each([
  [{ hooks: numberToHex(0x04, { size: 20 }) }, STATED],
  [{ hooks: numberToHex(0x80, { size: 20 }) }, 97n],
  [{ pools: [{ hooks: numberToHex(0x08, { size: 20 }) }, { feeTier: 500 }] }, 97n],
  [{ pools: [{ feeTier: 500 }, { hooks: numberToHex(0x08, { size: 20 }) }] }, STATED],
])('behavior: where the hook of the pool that pays changes amounts, what the plan stated counts: %j', (params, paid) => {
  expect(settleForCoins([swapped(poolManager, ROUTER, 97n)], params)).toMatchObject(coins(paid))
})

test('I61: a swap that reverted brings no native coins', () => {
  expect(settleForCoins([], {}, 'reverted').actualOutcome.assets).toEqual([])
})

test('I61: liquidity that others change in the same transaction is no part of it', () => {
  const others = {
    ...modify(poolManager, 9n),
    topics: encodeEventTopics({
      abi: poolManagerAbi,
      eventName: 'ModifyLiquidity',
      args: { id: ID, sender: hook },
    }),
  }
  const settled = settle(settlePositions, positionManager, [others, modify(poolManager, 5n)])
  expect(settled).toMatchObject({ data: { positions: [{ positionId: '7', liquidityDelta: '5' }] } })
})
