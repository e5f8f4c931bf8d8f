import { afterAll, beforeAll } from 'vitest'
import { type Fault, type Outcome, openLaboratory } from './laboratory.ts'
import type { Operation } from './operations.ts'
import { printTally } from './tally.ts'

/** Open a laboratory for the tests of a file; at their end a tally of everything that ran is printed. */
export function openMatrix(title: string) {
  const all: Outcome[] = []
  let laboratory: Awaited<ReturnType<typeof openLaboratory>>
  beforeAll(async () => {
    laboratory = await openLaboratory()
  })
  afterAll(async () => {
    printTally(title, all)
    await laboratory?.close()
  })
  return {
    /** Let every fault happen to an operation, each from the same state; first without any, to count its calls. */
    run: (
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
        all.push(...outcomes)
        return outcomes
      }),
  }
}
