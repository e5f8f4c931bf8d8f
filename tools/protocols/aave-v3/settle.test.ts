import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { planTransaction } from '../../core/plan.ts'
import { aTokenAbi, poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { keyOf } from './lending.ts'
import { RAY } from './rates.ts'
import { settleLending } from './settle.ts'

const ACCOUNT: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { pool: POOL } = BASE.addresses[1]
const [TOKEN, A_TOKEN, OTHER] = ['22', '33', '44'].map((digits): Address => `0x${digits.repeat(20)}`) as [
  Address,
  Address,
  Address,
]

const minted = (address: Address, index: bigint) => ({
  address,
  topics: encodeEventTopics({
    abi: aTokenAbi,
    eventName: 'Mint',
    args: { caller: ACCOUNT, onBehalfOf: ACCOUNT },
  }) as Hex[],
  data: encodeAbiParameters(
    getAbiItem({ abi: aTokenAbi, name: 'Mint' }).inputs.filter(
      (input) => !('indexed' in input && input.indexed),
    ),
    [1_000n, 0n, index],
  ),
})

const supplied = {
  address: POOL,
  topics: encodeEventTopics({
    abi: poolAbi,
    eventName: 'Supply',
    args: { reserve: TOKEN, onBehalfOf: ACCOUNT, referralCode: 0 },
  }) as Hex[],
  data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [ACCOUNT, 1_000n]),
}

const unitsOf = (logs: readonly object[]) =>
  settleLending({
    plan: planTransaction([], {}),
    receipt: { logs } as unknown as TransactionReceipt,
    account: ACCOUNT,
  }).actualOutcome?.positions

describe('settleLending', () => {
  const held = [{ protocol: 'aave-v3', key: keyOf(TOKEN), kind: 'held', unitsDelta: 500n }]

  test('default: units are what the aToken minted by its index', () =>
    expect(unitsOf([minted(A_TOKEN, 2n * RAY), supplied])).toEqual(held))

  test.each([
    0n,
    1n,
    RAY - 1n,
  ])('behavior: what another contract logs with an index of %s is no unit', (index) =>
    expect(unitsOf([minted(OTHER, index), minted(A_TOKEN, 2n * RAY), supplied])).toEqual(held))

  test('behavior: what another contract logs like aToken and Pool takes the place of neither', () => {
    const forged = [minted(OTHER, 5n * RAY), { ...supplied, address: OTHER }]
    expect(unitsOf([...forged, minted(A_TOKEN, 2n * RAY), supplied, ...forged])).toEqual(held)
  })
})
