import { describe, expect, test } from 'vitest'
import { planTransaction } from '../../core/plan.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import { assertAlive, readBody, serialiseBody } from './permit.ts'

const ROW = buildPermitRow()
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
    const body = buildPermitBody({
      params: { amountBaseUnits: '5' },
      plan: planTransaction(
        [{ to: '0x4F26FfBe5F04ED43630fdC30A87638d53D0b0876', valueWei: 2n ** 80n, data: '0x' }],
        {},
      ),
    })
    expect(readBody({ permitId: '0x', body: serialiseBody(body) })).toEqual(body)
  })
})
