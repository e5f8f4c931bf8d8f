import { expect, test } from 'vitest'
import { listKillsAroundReleases, sampleDiskFaults, sampleHaltFaults, sampleKills } from './faults.ts'
import { judgeKills } from './judge-kills.ts'
import { openMatrix } from './open-matrix.ts'
import { OPERATIONS } from './operations.ts'
import { listProblems } from './tally.ts'

const matrix = openMatrix('kill -9 and faults of the disk, sample')

// Killed once, a commit around what goes out; the disk fails at one call, of a halt at several: whichever write fails,
// the cage is paused, and a full disk keeps the halt.
test.each(
  OPERATIONS,
)('I6 I12 I13 I46 I49 I50 I51 I56: kill9-matrix, disk-faults: $name is exactly once after recovery, and without a log there is no effect', async (operation) => {
  const position = OPERATIONS.indexOf(operation)
  const isCommit = operation.name === 'commit'
  const outcomes = await matrix.run(operation, (points) => [
    ...(isCommit ? listKillsAroundReleases : sampleKills(position))(points),
    ...sampleDiskFaults(position)(points),
    ...(operation.isHalt ? sampleHaltFaults(points) : []),
  ])
  const killed = outcomes.filter(({ fault }) => fault.name.startsWith('kill'))
  const whole = outcomes.filter(({ fault }) => fault.name === 'count')
  expect([...listProblems(outcomes), ...judgeKills([...whole, ...killed])]).toEqual([])
  if (!isCommit) return
  // Both sides of the point of no return are among them.
  expect(new Set(killed.map(({ committed }) => committed))).toEqual(new Set([0, 1]))
})
