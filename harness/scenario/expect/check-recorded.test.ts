import { expect, test } from 'vitest'
import type { RecordedExpectation } from '../expectations.ts'
import { checkRecorded } from './check-recorded.ts'
import type { JudgedStep } from './judged-step.ts'

const RECORD = {
  kind: 'action:recorded',
  status: 'blocked',
  block_reason: 'phase/PHASE_FORBIDS_CLASS',
  verified: true,
  gas_usdc: '5',
  pnl_usdc: '-7',
}

/** What is found in place of what the last record is expected to say. */
async function problems(recorded: RecordedExpectation | undefined, ...events: readonly object[]) {
  const found: string[] = []
  const step = { expect: { recorded }, outcome: { observation: { events } } } as unknown as JudgedStep
  await checkRecorded(step, (law, _, seen) => {
    found.push(`${law}: ${seen}`)
  })
  return found
}

test('default: the last record says what is expected', async () => {
  const all: RecordedExpectation = {
    status: 'blocked',
    reason: 'phase/PHASE_FORBIDS_CLASS',
    verified: true,
    replay: null,
    gas: { op: '=', value: 5n },
    pnl: { op: '<', value: 0n },
  }
  expect(await problems(all, { ...RECORD, status: 'executed' }, RECORD, { kind: 'tool:end' })).toEqual([])
  expect(await problems(undefined)).toEqual([])
})

test.each<[string, RecordedExpectation, string]>([
  ['status', { status: 'executed' }, 'status blocked'],
  ['reason', { reason: 'phase/PHASE_UNKNOWN' }, 'reason phase/PHASE_FORBIDS_CLASS'],
  ['verdict', { verified: false }, 'verified true'],
  ['replay', { replay: 'diverged' }, 'replay not said'],
  ['gas', { gas: { op: '>', value: 5n } }, 'gas 0.000005 USDC'],
  ['profit', { pnl: { op: '>=', value: 0n } }, 'pnl -0.000007 USDC'],
])('error: another %s', async (_, recorded, found) => {
  expect(await problems(recorded, RECORD)).toEqual([`expect.recorded: ${found}`])
})

test('error: what is not said is not as expected, and no record says anything', async () => {
  const silent = { kind: 'action:recorded', status: 'executed' }
  expect(await problems({ verified: false }, silent)).toEqual(['expect.recorded: verified not said'])
  expect(await problems({ pnl: { op: '=', value: 0n } }, silent)).toEqual(['expect.recorded: pnl not known'])
  expect(await problems({}, { kind: 'tool:end' })).toEqual(['expect.recorded: none'])
})
