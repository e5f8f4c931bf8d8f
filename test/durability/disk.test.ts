import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleDiskFaults } from './faults.ts'
import { type Outcome, openLaboratory } from './laboratory.ts'
import { OPERATIONS } from './operations.ts'
import { runMatrix } from './run-matrix.ts'
import { listProblems, printTally } from './tally.ts'

let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory?.close())

test('I49 I50 I51: disk-faults: a sample of every operation has no effect without a log, and nothing twice', async () => {
  const outcomes: Outcome[] = []
  for (const [position, operation] of OPERATIONS.entries()) {
    outcomes.push(...(await runMatrix(laboratory, operation, sampleDiskFaults(position))))
  }
  printTally('faults of the disk, sample', outcomes)
  expect(listProblems(outcomes)).toEqual([])
})
