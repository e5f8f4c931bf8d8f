import { expect, test } from 'vitest'
import { listKillsAroundReleases, sampleKills } from './faults.ts'
import { judgeKills } from './judge-kills.ts'
import { openMatrix } from './open-matrix.ts'
import { OPERATIONS } from './operations.ts'
import { listProblems } from './tally.ts'

const matrix = openMatrix('kill -9, sample')

test.each(
  OPERATIONS,
)('I6 I12 I13 I49 I51: kill9-matrix: $name, killed once, and a commit around what goes out', async (operation) => {
  const isCommit = operation.name === 'commit'
  const listKills = isCommit ? listKillsAroundReleases : sampleKills(OPERATIONS.indexOf(operation))
  const outcomes = await matrix.run(operation, listKills)
  expect([...listProblems(outcomes), ...judgeKills(outcomes)]).toEqual([])
  if (!isCommit) return
  // Both sides of the point of no return are among them.
  const killed = outcomes.filter(({ fault }) => fault.name !== 'count')
  expect(new Set(killed.map(({ committed }) => committed))).toEqual(new Set([0, 1]))
})
