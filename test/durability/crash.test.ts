import { afterAll, beforeAll, expect, test } from 'vitest'
import { listKillsAroundReleases, sampleKills } from './faults.ts'
import { judgeKills } from './judge-kills.ts'
import { type Outcome, openLaboratory } from './laboratory.ts'
import { OPERATIONS } from './operations.ts'
import { runMatrix } from './run-matrix.ts'
import { listProblems, printTally } from './tally.ts'

let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory?.close())

test('I6 I12 I13 I49 I51: kill9-matrix: every operation once, and a commit around what goes out', async () => {
  const outcomes: Outcome[] = []
  for (const [position, operation] of OPERATIONS.entries()) {
    const listKills = operation.name === 'commit' ? listKillsAroundReleases : sampleKills(position)
    outcomes.push(...(await runMatrix(laboratory, operation, listKills)))
  }
  printTally('kill -9, sample', outcomes)
  expect([...listProblems(outcomes), ...judgeKills(outcomes)]).toEqual([])
  // Both sides of the point of no return are among them.
  const commits = outcomes.filter(({ operation, fault }) => operation === 'commit' && fault.name !== 'count')
  expect(new Set(commits.map(({ committed }) => committed))).toEqual(new Set([0, 1]))
})
