import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planTransaction } from '../../core/plan.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import {
  assertAlive,
  findBody,
  type PermitBody,
  readBody,
  remainingSeconds,
  serialiseBody,
} from './permit.ts'

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

test.each([
  ['when issued', 1_000_000, 1_000, 60],
  ['by the clock that is ahead', 1_010_000, 1_020, 40],
  ['in its last second', 1_059_999, 1_000, 1],
  ['at its end on the wall clock', 1_060_000, 1_059, 0],
  ['long after its end on the chain clock', 1_000_000, 9_000, 0],
])('I14: what remains of a permit %s', (_, wallMs, chainSeconds, expected) => {
  expect(remainingSeconds(ROW, { wallMs, chainSeconds })).toBe(expected)
  expect(remainingSeconds({ ...ROW, state: 'cancelled' }, { wallMs, chainSeconds })).toBe(0)
  expect(isAlive(wallMs, chainSeconds)).toBe(expected > 0)
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

test('behavior: a body is read back as JSON has it, and its bigints and texts as they were', () => {
  const leaf = fc.oneof(
    fc.bigInt(),
    fc.string(),
    fc.constantFrom('12n', '-3n', '=12n', '==-3n', '=n', 'n', '1.5n', null, true, 7),
  )
  const members = fc.object({ values: [leaf], withNullPrototype: false, maxDepth: 3 })
  fc.assert(
    fc.property(members, fc.bigInt(), (drawn, deadlineSeconds) => {
      const body = {
        ...drawn,
        deadlineSeconds,
        plan: { ...planTransaction([], {}), drawn },
      } as unknown as PermitBody
      expect(findBody({ permitId: '0x00', body: serialiseBody(body) })).toEqual(body)
    }),
  )
})

test.each([
  ['no deadline', { deadlineSeconds: undefined }],
  ['no plan', { plan: undefined }],
  ['no kind', { plan: { ...planTransaction([], {}), kind: undefined } }],
  ['no calls', { plan: { ...planTransaction([], {}), calls: undefined } }],
  ['no expectation', { plan: { ...planTransaction([], {}), expectation: null } }],
  ['nothing that was signed', { plan: { ...planTransaction([], {}), kind: 'signature' } }],
])('error: STORE_ALTERED of a body with %s', (_, changes) => {
  const body = serialiseBody(buildPermitBody(changes as never))
  expect(() => readBody({ permitId: '0x00', body })).toThrow(
    expect.objectContaining({ code: 'STORE_ALTERED' }),
  )
})
