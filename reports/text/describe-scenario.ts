import { nameDraws } from '../../harness/record/name-draws.ts'
import { otherDriver } from '../../harness/record/other-driver.ts'
import type { RecordScenario } from '../../harness/record/record.ts'

/** List what tells a scenario from others of its name: the cell of its matrix, its draws, and a driver of its own. */
export function listCell(scenario: Pick<RecordScenario, 'matrix' | 'draws' | 'driver'>): readonly string[] {
  const { matrix, draws } = scenario
  const driver = otherDriver(scenario)
  const cell = { ...matrix, ...(draws ? { draws: nameDraws(draws) } : {}), ...(driver ? { driver } : {}) }
  return Object.entries(cell).map(([key, value]) => `${key}=${value}`)
}

/** Name a scenario for people: its name, and what tells it from others of that name. */
export function describeScenario(
  scenario: Pick<RecordScenario, 'name' | 'matrix' | 'draws' | 'driver'>,
): string {
  const cell = listCell(scenario)
  return cell.length === 0 ? scenario.name : `${scenario.name} [${cell.join(', ')}]`
}
