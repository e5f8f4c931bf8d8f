import type { Fault, Outcome, openLaboratory } from './laboratory.ts'
import { OPERATIONS } from './operations.ts'

/** Let every fault happen to every operation, each from the same state; first without any, to count its calls. */
export async function runMatrix(
  laboratory: Awaited<ReturnType<typeof openLaboratory>>,
  listFaults: (points: readonly string[]) => readonly Fault[],
  operations: readonly string[] = OPERATIONS.map(({ name }) => name),
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const operation of OPERATIONS.filter(({ name }) => operations.includes(name))) {
    await laboratory.withOperation(operation, async (cell) => {
      const whole = await cell({ name: 'count', call: 0 })
      if (whole.lived.messages.at(-1)?.at !== 'closed') {
        throw new Error(`without a fault: ${JSON.stringify(whole.lived.messages)}`)
      }
      outcomes.push(whole)
      for (const fault of listFaults(whole.lived.points)) outcomes.push(await cell(fault))
    })
  }
  return outcomes
}
