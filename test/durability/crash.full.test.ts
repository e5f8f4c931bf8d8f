import { expect, test } from 'vitest'
import { listKills } from './faults.ts'
import { judgeKills } from './judge-kills.ts'
import { openMatrix } from './open-matrix.ts'
import { OPERATIONS } from './operations.ts'
import { listProblems } from './tally.ts'

const matrix = openMatrix('kill -9 at every call')

test.each(
  OPERATIONS,
)('I6 I12 I13 I49 I51: kill9-matrix: $name, killed at every call, is exactly once after recovery', async (operation) => {
  const outcomes = await matrix.run(operation, listKills)
  expect([...listProblems(outcomes), ...judgeKills(outcomes)]).toEqual([])
})
