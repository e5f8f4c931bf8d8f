import { sep } from 'node:path'
import { HarnessError } from '../errors.ts'
import { otherDriver } from '../record/other-driver.ts'
import { quoteWord, seedOption } from '../record/program.ts'
import type { RunRecord } from '../record/record.ts'
import { definitionOf, hasTrait } from '../scenario/find-step.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { StepOf } from '../scenario/step/step.ts'
import type { Job } from '../schedule/job.ts'
import { DEFAULT_CHAIN, findChainName } from '../world/origin-chains.ts'
import { nameProgram } from './name-program.ts'
import { writeReplayOptions } from './open-pool.ts'
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
export const refuseCode = (cells: readonly Pick<Job, 'id' | 'file'>[], record: RunRecord): HarnessError =>
  new HarnessError('RECORD_REFUSED', 'the run names code that does not lie among the scenarios', {
    where: [...new Set(cells.map(({ file }) => file))].join(', '),
    expected: 'a file below scenarios/, or steps that bring no code',
    found: 'code that would run on this machine',
    hint: `read it; if you trust it, name it yourself: ${writeCommands(cells, record)}; or keep it below scenarios/ and run it there`,
  })

/** Write what runs cells as they were run, a command for each of those who made the agent's calls. */
function writeCommands(
  cells: readonly Pick<Job, 'id'>[],
  { scenarios, provenance: { seed, origin } }: RunRecord,
): string {
  const driverOf = ({ id }: Pick<Job, 'id'>) => {
    const found = scenarios.find((scenario) => scenario.id === id)
    return found && otherDriver(found)
  }
  const chain =
    origin.kind === 'rpc'
      ? { rpcUrl: '', forkBlockNumber: origin.blockNumber }
      : { chain: findChainName(origin.chainId) ?? DEFAULT_CHAIN }
  const ofOrigin = `${seedOption(seed)}${writeReplayOptions(chain)}`
  return [...Map.groupBy(cells, driverOf)]
    .map(([driver, own]) => {
      const ids = own.map(({ id }) => quoteWord(id)).join(' ')
      return `\`${nameProgram()} run ${ids} ${ofOrigin}${driver ? ` --driver ${driver}` : ''}\``
    })
    .join(' and ')
}
