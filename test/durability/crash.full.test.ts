import { afterAll, beforeAll, expect, test } from 'vitest'
import { listKills } from './faults.ts'
import { judgeKills } from './judge-kills.ts'
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
  printTally('kill -9 at every call', all)
  await laboratory?.close()
})

test.each(
  OPERATIONS,
)('I6 I12 I13 I49 I51: kill9-matrix: $name, killed at every call, is exactly once after recovery', async (operation) => {
  const outcomes = await runMatrix(laboratory, operation, listKills)
  all.push(...outcomes)
  expect([...listProblems(outcomes), ...judgeKills(outcomes)]).toEqual([])
})
