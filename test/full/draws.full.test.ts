import { expect, test } from 'vitest'
import { loadJobs } from '../../harness/cli/load-jobs.ts'
import { runCommand } from '../e2e/command.ts'

const TIME_LIMIT_MS = 3_600_000

test(
  'every draw passes, of which a default run takes a share',
  async () => {
    const { code, stdout } = await runCommand(['run', '--thorough', '--filter', '#draws='])
    expect(code, stdout).toBe(0)
    expect(stdout).not.toContain('drawn:')
  },
  TIME_LIMIT_MS,
)

test(
  'every cell passes of the matrices of which a default run takes a share',
  async () => {
    const { jobs } = await loadJobs([], { seed: '1', thorough: true })
    const left = jobs.filter(({ scenario }) => scenario?.share?.isTaken === false)
    expect(left.length).toBeGreaterThan(100)
    const { code, stdout } = await runCommand(['run', ...left.map(({ id }) => id)])
    expect(code, stdout).toBe(0)
  },
  TIME_LIMIT_MS,
)
