import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDiskFaults } from './faults.ts'
import { openLaboratory } from './laboratory.ts'
import { runMatrix } from './run-matrix.ts'
import { tally } from './tally.ts'

let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory?.close())

test('I49 I50 I51: disk-faults: a sample has no effect without a log, and nothing twice', async () => {
  const outcomes = await runMatrix(laboratory, (points) => listDiskFaults(points, 'sample'), ['commit'])
  expect(tally('faults of the disk, sample', outcomes)).toEqual([])
})
