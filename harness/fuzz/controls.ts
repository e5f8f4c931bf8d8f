import { HarnessError } from '../errors.ts'
import type { RunRecord } from '../record/record.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'

/** Ids of the two cases whose result is known beforehand. */
export const CANARY_ID = 'fuzz/canary'
export const GOLD_ID = 'fuzz/gold'

/** A case that has to fail: it expects a denial of what is allowed. */
export const CANARY: ScenarioDocument = {
  name: 'the canary: a transfer within all limits is expected to be denied',
  profile: 'full',
  steps: [
    {
      act: { kind: 'transfer', token: 'USDC', recipient: 'recipient', amount: '5 USDC' },
      expect: { denied: { layer: 'spending-limiter', code: 'SPEND_PER_TRANSACTION' } },
    },
  ],
}

/** A case that has to pass: it asks for nothing that any rule is near to. */
export const GOLD: ScenarioDocument = {
  name: 'the gold case: a small transfer within all limits',
  profile: 'full',
  steps: [
    {
      preview: { kind: 'transfer', token: 'USDC', recipient: 'recipient', amount: '5 USDC' },
      as: 'permit',
      expect: { allowed: true },
    },
    { commit: '${permit}', expect: { committed: true, observed: { USDC: -5 } } },
  ],
}

/**
 * Hold the record and the printed report of the two control cases to what is known of them: a run whose canary stays
 * silent, or whose gold case fails, says nothing about the stack.
 *
 * @throws HarnessError CONTROL_FAILED
 */
export function assertControls(
  { scenarios, summary }: Pick<RunRecord, 'scenarios' | 'summary'>,
  report: string,
): void {
  const find = (id: string) => scenarios.find((scenario) => scenario.id === id)
  const [canary, gold] = [find(CANARY_ID), find(GOLD_ID)]
  const fail = (message: string, expected: string, found: string) => {
    throw new HarnessError('CONTROL_FAILED', message, {
      expected,
      found,
      hint: 'the fuzz run judges nothing until this is mended: look at the harness, not at the stack',
    })
  }
  const describe = (scenario: typeof canary) =>
    scenario === undefined
      ? 'no record'
      : (scenario.broken?.message ?? scenario.findings[0]?.message ?? `verdict ${scenario.verdict}`)
  if (canary?.verdict !== 'failed' || canary.findings[0]?.law !== 'expect.denied') {
    fail('the canary did not show as a finding', 'a finding of expect.denied', describe(canary))
  }
  if (gold?.verdict !== 'passed') fail('the gold case did not pass', 'no finding', describe(gold))
  if (summary.verdict !== 'failed' || summary.failed !== 1 || summary.passed !== 1) {
    fail('the summary of the control cases is wrong', '1 failed, 1 passed', JSON.stringify(summary))
  }
  if (!report.includes('FAILED') || !report.includes(CANARY.name as string)) {
    fail('the report does not show the canary', `FAILED ${CANARY.name}`, report.slice(0, 200))
  }
}
