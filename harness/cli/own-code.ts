import { sep } from 'node:path'
import { HarnessError } from '../errors.ts'
import { quoteWord, seedOption } from '../record/program.ts'
import { definitionOf, hasTrait } from '../scenario/find-step.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { StepOf } from '../scenario/step/step.ts'
import type { Job } from '../schedule/job.ts'
import { OWN_SCENARIOS_DIR, SCENARIOS_DIR } from './paths.ts'

/** Tell whether steps of a scenario bring code that runs on this machine. */
export function bringsCode({ steps }: Pick<Scenario, 'steps'>): boolean {
  const brings = ({ action }: StepOf): boolean =>
    hasTrait(action, 'brings-code') || (definitionOf(action).inner?.(action) ?? []).some(brings)
  return steps.some(brings)
}

/** Tell whether a file lies where scenarios are: the very place at which a record of others can bring none. */
export const isAmongScenarios = (path: string): boolean =>
  [SCENARIOS_DIR, OWN_SCENARIOS_DIR].some((folder) => path.startsWith(`${folder}${sep}`))

/** Make the refusal to run code that nobody named but a record, which may have come from others: RECORD_REFUSED. */
export const refuseCode = ({ path, file, seed }: Pick<Job, 'path' | 'file' | 'seed'>): HarnessError =>
  new HarnessError('RECORD_REFUSED', 'the run names code that does not lie among the scenarios', {
    where: file,
    expected: 'a file below scenarios/, or steps that bring no code',
    found: 'code that would run on this machine',
    hint: `read it; if you trust it, keep it below scenarios/, or name it yourself: \`assay run ${quoteWord(path)} ${seedOption(seed)}\``,
  })
