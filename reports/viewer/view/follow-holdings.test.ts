import { expect, test } from 'vitest'
import type { RecordBalance, RecordLot, RecordState, RecordStep } from '../../../harness/record/record.ts'
import { followHoldings } from './follow-holdings.ts'

const balance = (symbol: string, baseUnits: string, beforeBaseUnits?: string): RecordBalance => ({
  symbol,
  decimals: 6,
  token: `0x${symbol}`,
  baseUnits,
  ...(beforeBaseUnits === undefined ? {} : { beforeBaseUnits }),
})
const grant = (baseUnits: string, before?: string) => ({ ...balance('B', baseUnits, before), spender: '0x2' })
const lot = (units: string): RecordLot => ({ protocol: 'p', key: '0x1', kind: 'held', units, legs: [] })
const step = (verdict: RecordStep['verdict'], states: Pick<RecordStep, 'before' | 'after'>) =>
  ({ verdict, ...states }) as RecordStep
const state = (timestampSeconds: string, more: Partial<RecordState> = {}): RecordState => ({
  timestampSeconds,
  ...more,
})

const opening = step('passed', {
  before: state('1', { blockNumber: '10', balances: [balance('A', '5'), balance('B', '7')] }),
  after: state('2', {
    blockNumber: '11',
    balances: [balance('A', '0', '5')],
    allowances: [grant('6')],
    positions: [lot('9')],
  }),
})

test('behavior: a failed step that changed nothing tells all that is held, and in which block', () => {
  const [first, failed] = followHoldings([opening, step('failed', { after: state('2') })])
  expect(first).toBe(opening)
  // What is held no more is left out.
  expect(failed?.after).toEqual({
    timestampSeconds: '2',
    blockNumber: '11',
    isUnchanged: true,
    balances: [balance('B', '7')],
    allowances: [grant('6')],
    positions: [lot('9')],
  })
})

test('behavior: a failed step that changed something tells what stayed beside it', () => {
  const after = state('3', { blockNumber: '12', balances: [balance('B', '8', '7')] })
  const [, failed] = followHoldings([opening, step('failed', { after })])
  expect(failed?.after).toEqual({
    ...after,
    allowances: [grant('6', '6')],
    positions: [{ ...lot('9'), beforeUnits: '9' }],
  })
})

test('behavior: passed steps, and what was not looked at since, stay as they are', () => {
  const passed = step('passed', { after: state('2') })
  const later = step('failed', { after: state('5') })
  expect(followHoldings([opening, passed, later, step('failed', {})])).toEqual([
    opening,
    passed,
    later,
    step('failed', {}),
  ])
})

test('behavior: of an agent on two chains each failed step tells what is held on its own', () => {
  const there = { before: state('1', { blockNumber: '3', balances: [balance('A', '4')] }), after: state('1') }
  const [, elsewhere, here] = followHoldings([
    opening,
    { ...step('failed', there), chain: 'base' },
    step('failed', { after: state('2') }),
  ])
  expect(elsewhere?.after).toMatchObject({ blockNumber: '3', balances: [balance('A', '4')], positions: [] })
  expect(here?.after).toMatchObject({
    blockNumber: '11',
    balances: [balance('B', '7')],
    positions: [lot('9')],
  })
})
