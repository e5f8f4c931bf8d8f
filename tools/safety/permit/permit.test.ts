import { describe, expect, test } from 'vitest'
import type { PermitRow } from '../store/permit-rows.ts'
import { assertAlive, type PermitBody, readBody, serialiseBody } from './permit.ts'

const ROW: PermitRow = {
  permitId: `0x${'11'.repeat(32)}`,
  state: 'pending',
  tool: 'weth_wrap_eth',
  body: '{}',
  simulationHash: `0x${'22'.repeat(32)}`,
  issuedWallMs: 1_000_000,
  issuedChainSeconds: 1_000,
  ttlSeconds: 60,
  nonce: 0,
  rawTransaction: null,
  transactionHash: null,
  settlement: null,
  blockNumber: null,
  blockHash: null,
}
const isAlive = (wallMs: number, chainSeconds: number) => {
  try {
    assertAlive(ROW, { wallMs, chainSeconds })
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'PERMIT_EXPIRED', layer: 'permit' })
    return false
  }
}

describe('assertAlive', () => {
  test.each([
    ['when issued', 1_000_000, 1_000, true],
    ['just before its end', 1_059_999, 1_059, true],
    ['at its end on the wall clock', 1_060_000, 1_059, false],
    ['at its end on the chain clock', 1_059_999, 1_060, false],
    ['long after', 9_000_000, 9_000, false],
    ['before it was issued', 999_999, 1_000, false],
    ['before it was issued on the chain', 1_000_000, 999, false],
  ])('behavior: %s', (_, wallMs, chainSeconds, expected) => {
    expect(isAlive(wallMs, chainSeconds)).toBe(expected)
  })
})

describe('serialiseBody', () => {
  test('default: a body survives with its bigints', () => {
    const body: PermitBody = {
      tool: 'weth_wrap_eth',
      riskTier: 'layer1',
      actionKind: 'wrap',
      params: { amountBaseUnits: '5' },
      claims: [],
      plan: {
        kind: 'transaction',
        route: 'cage',
        calls: [{ to: '0x4F26FfBe5F04ED43630fdC30A87638d53D0b0876', valueWei: 2n ** 80n, data: '0x' }],
        expectation: { assets: [], allowances: [], positions: [], toleranceBps: 0 },
      },
      policyVersion: '0x01',
      phaseEpoch: 1,
      gasLimit: 100_000n,
      maxFeePerGasWei: 0n,
      priorityFeeWei: 0n,
      deadlineSeconds: 1_060n,
      result: {},
    }
    expect(readBody({ permitId: '0x', body: serialiseBody(body) })).toEqual(body)
  })
})
