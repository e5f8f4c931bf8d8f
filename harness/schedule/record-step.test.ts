import { expect, test } from 'vitest'
import { ToolError } from '../../tools/core/errors.ts'
import { unobserved } from '../oracle/observer.ts'
import { createFigureWatch } from '../record/hook-figures.ts'
import type { StepOutcome } from '../scenario/step/step-outcome.ts'
import type { Stage } from '../stage/stage.ts'
import { recordStep } from './record-step.ts'

/** Record a step that came to something in a phase, and of which nothing was found. */
const record = (outcome: StepOutcome, phase = 'thriving') =>
  recordStep(
    {
      step: { title: 'a step', line: 3, action: { kind: 'act' } },
      index: 1,
      hookFigures: createFigureWatch(),
      phase,
      outcome,
      findings: [],
      faults: [],
      durationMs: 0,
      startedSeconds: 0n,
      acts: { judged: [], sent: [], looks: [], receipts: [] },
      receipts: new Map(),
      states: {},
      traces: undefined,
    },
    { takeEvents: () => [] } as unknown as Stage,
  )
const denied = unobserved({
  error: new ToolError('CHAIN_TIMEOUT', { subject: 'the head', expected: 1 }),
})

test('I26: of a step that was denied by another layer nobody knows what the phase says', () => {
  const read = { actionClass: 'read-only', verdict: 'allowed' }
  expect(record({ isRead: true, observation: unobserved({}) }).recorded.authority).toEqual(read)
  expect(record({ isRead: true, observation: denied }).recorded.authority).toBeUndefined()
  expect(record({ observation: denied }).recorded.authority).toBeUndefined()
})

test('I26: what the design forbids fails the step, whatever was expected', () => {
  const risk = { actionClass: 'new-position', observation: unobserved({}) }
  const { recorded, findings } = record(risk, 'terminal')
  expect(recorded.verdict).toBe('failed')
  expect(findings).toMatchObject([
    { law: 'authority.forbidden', found: 'cell:terminal/new-position/allowed', step: 1, line: 3 },
  ])
  expect(record(risk)).toMatchObject({ recorded: { verdict: 'passed' }, findings: [] })
})
