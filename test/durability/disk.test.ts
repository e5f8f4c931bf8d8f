import { expect, test } from 'vitest'
import { sampleDiskFaults, sampleHaltFaults } from './faults.ts'
import { openMatrix } from './open-matrix.ts'
import { OPERATIONS } from './operations.ts'
import { listProblems } from './tally.ts'

const matrix = openMatrix('faults of the disk, sample')

test.each(
  OPERATIONS,
)('I49 I50 I51: disk-faults: $name, at one call: no effect without a log, and nothing twice', async (operation) => {
  const outcomes = await matrix.run(operation, sampleDiskFaults(OPERATIONS.indexOf(operation)))
  expect(listProblems(outcomes)).toEqual([])
})

test.each(
  OPERATIONS.filter(({ isHalt }) => isHalt),
)('I46 I56: disk-faults: $name: whichever write fails, the cage is paused, and a full disk keeps the halt', async (operation) => {
  expect(listProblems(await matrix.run(operation, sampleHaltFaults))).toEqual([])
})
