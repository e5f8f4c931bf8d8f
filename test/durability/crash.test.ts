import { afterAll, beforeAll, expect, test } from 'vitest'
import { listKills } from './faults.ts'
import { openLaboratory } from './laboratory.ts'
import { runMatrix } from './run-matrix.ts'
import { tally } from './tally.ts'

let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory?.close())

test('I6 I12 I13 I49 I51: kill9-matrix: a sample around the broadcast is exactly once after recovery', async () => {
  const outcomes = await runMatrix(laboratory, (points) => listKills(points, 'sample'), ['commit'])
  expect(tally('kill -9, sample', outcomes)).toEqual([])
  for (const { points } of outcomes.map(({ lived }) => lived)) {
    for (const [index, point] of points.entries()) {
      // What was written before is on the disk when anything leaves the process.
      if (point.startsWith('broadcast')) expect(points[index - 1]).toBe('sync safety.sqlite-wal')
    }
  }
  const kills = outcomes.filter(({ fault }) => fault.name.startsWith('kill'))
  expect(kills.every(({ lived }) => lived.signal === 'SIGKILL')).toBe(true)
  // Both sides of the point of no return are among them.
  expect(new Set(kills.map(({ committed }) => committed))).toEqual(new Set([0, 1]))
})
