import { nameDraws } from '../../harness/record/name-draws.ts'
import type { RecordScenario } from '../../harness/record/record.ts'

/** Name a scenario for people: its name, the cell of its matrix and its draws. */
export function describeScenario({
  name,
  matrix,
  draws,
}: Pick<RecordScenario, 'name' | 'matrix' | 'draws'>): string {
  const cell = Object.entries({ ...matrix, ...(draws ? { draws: nameDraws(draws) } : {}) }).map(
    ([key, value]) => `${key}=${value}`,
  )
  return cell.length === 0 ? name : `${name} [${cell.join(', ')}]`
}
