import type { RecordScenario } from '../../harness/record/record.ts'

/** Name a scenario for people: its name, and the cell of its matrix. */
export function describeScenario({ name, matrix }: Pick<RecordScenario, 'name' | 'matrix'>): string {
  const cell = Object.entries(matrix).map(([key, value]) => `${key}=${value}`)
  return cell.length === 0 ? name : `${name} [${cell.join(', ')}]`
}
