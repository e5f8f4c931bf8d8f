import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  numberToHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { poolManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { settlePositions } from './liquidity.ts'
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
