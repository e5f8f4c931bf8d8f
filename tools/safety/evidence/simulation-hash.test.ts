import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { toCanonicalJson } from '../../core/json.ts'
import type { Call } from '../../core/plan.ts'
import { sha256Text } from '../../core/sha256.ts'
import { hashSimulation, type SimulationHashInput } from './simulation-hash.ts'

const CALL: Call = { to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', valueWei: 5n, data: '0xd0e30db0' }
const INPUT: SimulationHashInput = {
  chainId: 31_337,
  permitId: `0x${'11'.repeat(32)}`,
  tool: 'weth_wrap_eth',
  route: 'cage',
  account: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  operator: '0x4F26FfBe5F04ED43630fdC30A87638d53D0b0876',
  nonce: 3,
  sender: '0x4F26FfBe5F04ED43630fdC30A87638d53D0b0876',
  operatorNonce: 0n,
  calls: [CALL],
  codeHashes: [`0x${'22'.repeat(32)}`],
  gasLimit: 100_000n,
  maxFeePerGasWei: 7n,
  priorityFeeWei: 1n,
  policyVersion: `0x${'33'.repeat(32)}`,
  phaseEpoch: 1,
  expectation: { assets: [], allowances: [], positions: [], toleranceBps: 50 },
  deadlineSeconds: 1_800_000_060n,
}
const OTHER = '0x05f32B3cC3888453ff71B01135B34FF8e41263F2'

describe('hashSimulation', () => {
  test.each<[string, Partial<SimulationHashInput>]>([
    ['chain', { chainId: 1 }],
    ['permit', { permitId: `0x${'12'.repeat(32)}` }],
    ['tool', { tool: 'weth_unwrap_eth' }],
    ['route', { route: 'op' }],
    ['account', { account: OTHER }],
    ['operator', { operator: OTHER }],
    ['nonce', { nonce: 4 }],
    ['sender', { sender: OTHER }],
    ['nonce of the operator', { operatorNonce: 1n }],
    ['call target', { calls: [{ ...CALL, to: OTHER }] }],
    ['call value', { calls: [{ ...CALL, valueWei: 6n }] }],
    ['call data', { calls: [{ ...CALL, data: '0xd0e30db1' }] }],
    ['number of calls', { calls: [CALL, CALL] }],
    ['code hash', { codeHashes: [`0x${'23'.repeat(32)}`] }],
    ['gas limit', { gasLimit: 100_001n }],
    ['fee cap', { maxFeePerGasWei: 8n }],
    ['priority fee', { priorityFeeWei: 2n }],
    ['policy', { policyVersion: `0x${'34'.repeat(32)}` }],
    ['phase epoch', { phaseEpoch: 2 }],
    ['unknown phase epoch', { phaseEpoch: -1 }],
    ['tolerance', { expectation: { ...INPUT.expectation, toleranceBps: 51 } }],
    ['deadline', { deadlineSeconds: 1_800_000_061n }],
  ])('I15 I16 I19: another %s gives another hash', (_, change) => {
    expect(hashSimulation({ ...INPUT, ...change })).not.toBe(hashSimulation(INPUT))
  })

  test.each([1, -1])('behavior: it is the EIP-712 hash of its type (epoch %d)', (phaseEpoch) => {
    const { account, nonce, expectation, chainId, ...rest } = { ...INPUT, phaseEpoch }
    const message = {
      ...rest,
      account,
      nonce: BigInt(nonce),
      phaseEpoch: BigInt(phaseEpoch),
      expectation: sha256Text(toCanonicalJson(expectation)),
    }
    const expected = hashTypedData({
      domain: { name: 'Assay', version: '1', chainId, verifyingContract: account },
      primaryType: 'ActionPermit',
      types: {
        Call: [
          { name: 'to', type: 'address' },
          { name: 'valueWei', type: 'uint256' },
          { name: 'data', type: 'bytes' },
        ],
        ActionPermit: [
          { name: 'permitId', type: 'bytes32' },
          { name: 'tool', type: 'string' },
          { name: 'route', type: 'string' },
          { name: 'account', type: 'address' },
          { name: 'operator', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'sender', type: 'address' },
          { name: 'operatorNonce', type: 'uint256' },
          { name: 'calls', type: 'Call[]' },
          { name: 'codeHashes', type: 'bytes32[]' },
          { name: 'gasLimit', type: 'uint256' },
          { name: 'maxFeePerGasWei', type: 'uint256' },
          { name: 'priorityFeeWei', type: 'uint256' },
          { name: 'policyVersion', type: 'bytes32' },
          { name: 'phaseEpoch', type: 'int256' },
          { name: 'expectation', type: 'bytes32' },
          { name: 'deadlineSeconds', type: 'uint256' },
        ],
      },
      message,
    })
    expect(hashSimulation({ ...INPUT, phaseEpoch })).toBe(expected)
  })

  test('default: the same input gives the same hash', () => {
    expect(hashSimulation({ ...INPUT })).toBe(hashSimulation(INPUT))
  })
})
