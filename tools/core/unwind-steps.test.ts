import { zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import type { OpenPosition } from './position-keeper.ts'
import { listDueSteps, waitsUntil } from './unwind-steps.ts'

const step = (kind: string, fromSeconds?: number) => ({
  kind,
  params: {},
  ...(fromSeconds === undefined ? {} : { fromSeconds }),
})
const counted = { reader: zeroAddress, key: zeroHash }
const open = (...steps: OpenPosition['steps']): OpenPosition => ({ positionId: '1', counted, steps })
const kinds = (position: OpenPosition) => listDueSteps(position, 100n).map(({ kind }) => kind)

test('default: what can be done now is done in order', () => {
  expect(kinds(open(step('repay'), step('withdraw')))).toEqual(['repay', 'withdraw'])
  expect(waitsUntil(open(step('repay')), 100n)).toBeUndefined()
})

test('I57: a step is taken from its first second on, and keeps those behind it until then', () => {
  expect(kinds(open(step('claim', 100)))).toEqual(['claim'])
  expect(kinds(open(step('claim', 101)))).toEqual([])
  expect(kinds(open(step('repay'), step('claim', 101), step('sell')))).toEqual(['repay'])
})

test('I57: a position waits where its first step does', () => {
  expect(waitsUntil(open(step('claim', 101), step('sell')), 100n)).toBe(101)
  expect(waitsUntil(open(step('claim', 100)), 100n)).toBeUndefined()
  expect(waitsUntil(open(step('repay'), step('claim', 101)), 100n)).toBeUndefined()
})
