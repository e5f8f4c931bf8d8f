import type { RecordScenario } from './record.ts'

/** How many steps of a scenario ran. */
export const countRan = ({ steps }: Pick<RecordScenario, 'steps'>): number =>
  steps.filter(({ verdict }) => verdict !== 'skipped').length
