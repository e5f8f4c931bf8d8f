import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleDiskFaults } from './faults.ts'
import { type Outcome, openLaboratory } from './laboratory.ts'
import { OPERATIONS } from './operations.ts'
import { runMatrix } from './run-matrix.ts'
import { listProblems, printTally } from './tally.ts'

const all: Outcome[] = []
let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(async () => {
  printTally('faults of the disk, sample', all)
  await laboratory?.close()
})

test.each(
  OPERATIONS,
)('I49 I50 I51: disk-faults: $name, at one call: no effect without a log, and nothing twice', async (operation) => {
  const outcomes = await runMatrix(laboratory, operation, sampleDiskFaults(OPERATIONS.indexOf(operation)))
  all.push(...outcomes)
  expect(listProblems(outcomes)).toEqual([])
})
