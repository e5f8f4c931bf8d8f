import type { Fault, Outcome, openLaboratory } from './laboratory.ts'
import type { Operation } from './operations.ts'

/** Let every fault happen to an operation, each from the same state; first without any, to count its calls. */
export const runMatrix = (
  laboratory: Awaited<ReturnType<typeof openLaboratory>>,
  operation: Operation,
  listFaults: (points: readonly string[]) => readonly Fault[],
): Promise<Outcome[]> =>
  laboratory.withOperation(operation, async (cell) => {
    const whole = await cell({ name: 'count', call: 0 })
    if (whole.lived.messages.at(-1)?.at !== 'closed') {
      throw new Error(`${operation.name}, without a fault: ${JSON.stringify(whole.lived.messages)}`)
    }
    const outcomes = [whole]
    for (const fault of listFaults(whole.lived.points)) outcomes.push(await cell(fault))
    return outcomes
  })
