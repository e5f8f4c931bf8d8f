import { expect, test } from 'vitest'
import type { Expectations } from '../expectations.ts'
import { checkStack } from './check-stack.ts'
import type { JudgedStep } from './judged-step.ts'

const VIEW = {
  permits: () => [
    { permitId: 'own', state: 'committed' },
    { permitId: 'other', state: 'expired' },
  ],
  phase: () => ({ phase: 'cautious' }),
  spending: () => ({ spentInWindowUsdc: 60n, reservedUsdc: 40n }),
  haltedSince: () => undefined as number | undefined,
  verifyAudit: () => ({ ok: true }) as { ok: boolean; problem?: string },
}

interface Found {
  readonly view?: Partial<typeof VIEW>
  readonly permitId?: string
  readonly isDown?: boolean
}

/** What is found in place of what is expected of a stack. */
async function problems(expected: Expectations, { view, permitId = 'own', isDown = false }: Found = {}) {
  const found: string[] = []
  const step = {
    expect: expected,
    outcome: { permitId },
    stage: {
      processes: { isDown },
      session: { agent: { safety: { view: { ...VIEW, ...view } } } },
    },
  } as unknown as JudgedStep
  await checkStack(step, (law, _, seen) => {
    found.push(`${law}: ${seen}`)
  })
  return found
}

const AS_IT_IS: Expectations = {
  permit: 'committed',
  phase: 'cautious',
  spent: { op: '=', value: 100n },
  halted: false,
  audit: 'intact',
}

test('default: the state of the stack is as expected, or nothing is expected of it', async () => {
  expect(await problems(AS_IT_IS)).toEqual([])
  expect(await problems({ halted: true }, { view: { haltedSince: () => 0 } })).toEqual([])
  expect(await problems({}, { view: { verifyAudit: () => ({ ok: false }) } })).toEqual([])
})

test.each<[string, Expectations, Found, string]>([
  ['a permit in another state', { permit: 'pending' }, {}, 'expect.permit: committed'],
  ['the permit of another step', { permit: 'committed' }, { permitId: 'other' }, 'expect.permit: expired'],
  ['no permit', { permit: 'committed' }, { permitId: 'none' }, 'expect.permit: no permit'],
  ['another phase', { phase: 'thriving' }, {}, 'expect.phase: cautious'],
  [
    'what is reserved beside what is spent',
    { spent: { op: '=', value: 60n } },
    {},
    'expect.spent: 0.0001 USDC',
  ],
  ['a halt', { halted: false }, { view: { haltedSince: () => 0 } }, 'expect.halted: true'],
  ['no halt', { halted: true }, {}, 'expect.halted: false'],
  [
    'a broken log',
    { audit: 'intact' },
    { view: { verifyAudit: () => ({ ok: false, problem: 'entry 3' }) } },
    'expect.audit: entry 3',
  ],
])('error: %s', async (_, expected, found, problem) => {
  expect(await problems(expected, found)).toEqual([problem])
})

test('error: a process that did not come up has no state at all', async () => {
  const laws = Object.keys(AS_IT_IS).map((member) => `expect.${member}: a process that did not come up`)
  expect(await problems(AS_IT_IS, { isDown: true })).toEqual(laws)
  expect(await problems({}, { isDown: true })).toEqual([])
})
