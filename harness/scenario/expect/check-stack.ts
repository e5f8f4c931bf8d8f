import { formatUsdc } from '../../../tools/core/amount.ts'
import { matchesAmount, renderCheck } from './compare-amount.ts'
import type { Check, JudgedStep, Report } from './judged-step.ts'

/** Expectations of the stack's own state. */
const STACK_STATE = ['permit', 'phase', 'spent', 'halted', 'audit'] as const

/** Hold the stack's own state against what is expected: permit, phase, spending, halt, audit log. */
export const checkStack: Check = (judged, report) => {
  if (!judged.stage.processes.isDown) return checkRunning(judged, report)
  // What did not come up has no state.
  for (const member of STACK_STATE) {
    const wanted = judged.expect[member]
    if (wanted !== undefined) report(`expect.${member}`, wanted, 'a process that did not come up')
  }
}

function checkRunning({ expect, outcome, stage }: JudgedStep, report: Report): void {
  const { view } = stage.session.agent.safety
  if (expect.permit !== undefined) {
    const found = view.permits().find(({ permitId }) => permitId === outcome.permitId)?.state ?? 'no permit'
    if (found !== expect.permit) report('expect.permit', expect.permit, found)
  }
  if (expect.phase !== undefined) {
    const found = view.phase().phase
    if (found !== expect.phase) report('expect.phase', expect.phase, found)
  }
  if (expect.spent) {
    const { spentInWindowUsdc, reservedUsdc } = view.spending()
    const found = spentInWindowUsdc + reservedUsdc
    if (!matchesAmount(expect.spent, found))
      report('expect.spent', renderCheck(expect.spent, formatUsdc), formatUsdc(found))
  }
  if (expect.halted !== undefined) {
    const found = view.haltedSince() !== undefined
    if (found !== expect.halted) report('expect.halted', expect.halted, found)
  }
  if (expect.audit === 'intact') {
    const found = view.verifyAudit()
    if (!found.ok) report('expect.audit', 'an intact chain', found.problem)
  }
}
