import { afterAll, beforeAll, expect, test } from 'vitest'
import { listKillsAroundReleases, sampleKills } from './faults.ts'
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
  printTally('kill -9, sample', all)
  await laboratory?.close()
})

test.each(
  OPERATIONS,
)('I6 I12 I13 I49 I51: kill9-matrix: $name, killed once, and a commit around what goes out', async (operation) => {
  const isCommit = operation.name === 'commit'
  const listKills = isCommit ? listKillsAroundReleases : sampleKills(OPERATIONS.indexOf(operation))
  const outcomes = await runMatrix(laboratory, operation, listKills)
  all.push(...outcomes)
  expect([...listProblems(outcomes), ...judgeKills(outcomes)]).toEqual([])
  if (!isCommit) return
  // Both sides of the point of no return are among them.
  const killed = outcomes.filter(({ fault }) => fault.name !== 'count')
  expect(new Set(killed.map(({ committed }) => committed))).toEqual(new Set([0, 1]))
})
