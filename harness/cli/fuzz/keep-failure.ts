import { join, relative } from 'node:path'
import { HarnessError } from '../../errors.ts'
import type { SmallFailure } from '../../fuzz/fuzz-options.ts'
import { writeRegression } from '../../fuzz/regression.ts'
import { PROGRAM } from '../../record/program.ts'
import type { RecordScenario } from '../../record/record.ts'
import { SCENARIO_CATALOGUE } from '../../scenario/embedded-catalogue.ts'
import { parseScenarioFile } from '../../scenario/parse-scenario.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { TolerantRunner } from '../../schedule/keep-first-failure.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { PROJECT_ROOT, REGRESSIONS_DIR } from '../paths.ts'
import type { FuzzRun } from './fuzz-run.ts'

/** Write a failure as a scenario file that fails alone; where it does not, the fuzz run is what shows it. */
export async function keepFailure(
  { identity, firstCase, document, report, record }: SmallFailure,
  { property, options: { seed }, settings, replay }: FuzzRun,
  jobs: TolerantRunner,
): Promise<RecordScenario> {
  const found = { property: property.name, seed, case: firstCase, ...identity, settings }
  const { fileName, text } = writeRegression(document, report, found)
  const path = join(REGRESSIONS_DIR, fileName)
  const file = relative(PROJECT_ROOT, path)
  const scenario = parse(text, file, `the case is number ${firstCase} of seed ${seed}`)
  const { name } = scenario
  const alone = await jobs.run({
    id: file,
    kind: 'scripted',
    name,
    path,
    file,
    area: 'regressions',
    seed,
    scenario,
  })
  if (alone !== undefined && alone.record.verdict !== 'failed') {
    const id = `fuzz/${property.name}#${firstCase}`
    return { ...withNote(record, `its steps alone ${alone.record.verdict}, so no file was kept`), id, replay }
  }
  writeAtomically(path, text)
  return { ...record, id: file, file, area: 'regressions', name, replay: `${PROGRAM} run ${file}` }
}

function parse(text: string, file: string, origin: string): Scenario {
  const parsed = parseScenarioFile(text, file, SCENARIO_CATALOGUE)
  const [scenario] = 'scenarios' in parsed ? parsed.scenarios : []
  if (scenario !== undefined) return scenario
  const problems = 'problems' in parsed ? parsed.problems : []
  throw new HarnessError('INTERNAL', 'a failure could not be written as a scenario', {
    where: file,
    found: problems.map(({ line, message }) => `${line}: ${message}`).join('; ') || 'no scenario',
    hint: `this is a defect of the harness; ${origin}`,
  })
}

/** Add a note to the first finding of a record. */
function withNote(record: RecordScenario, note: string): RecordScenario {
  const [first, ...others] = record.findings
  const findings = first ? [{ ...first, message: `${first.message} (${note})` }, ...others] : []
  return { ...record, findings }
}
