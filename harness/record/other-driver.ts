import type { RecordScenario } from './record.ts'

/** Tell who made the agent's calls where that was not the dispatcher, which makes them by default. */
export const otherDriver = ({ driver }: Pick<RecordScenario, 'driver'>) =>
  driver === 'direct' ? undefined : driver
