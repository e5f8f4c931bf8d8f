import { expect, test } from 'vitest'
import { loadJobs } from '../cli/load-jobs.ts'
import { PROJECT_ROOT } from '../cli/paths.ts'
import { isCase } from '../scenario/case.ts'
import { stepsOf } from './case-steps.ts'
import { hashWritten, readWrittenCases } from './written-cases.ts'

const { jobs } = await loadJobs(['scenarios/scripted'], {
  seed: '1',
  cwd: PROJECT_ROOT,
  thorough: true,
})
const read = (seed: string) => readWrittenCases(jobs, seed)

test('default: written scenarios are cases without what they expect, one of every file first', () => {
  const written = read('1')
  const files = new Set(written.map(({ job }) => job.path))
  expect(new Set(written.slice(0, files.size).map(({ job }) => job.path))).toEqual(files)
  expect(JSON.stringify(written.map(({ document }) => document))).not.toContain('"expect"')
  expect(JSON.stringify(written.map(({ document }) => document))).not.toMatch(/"reverts":(true|false)/)
  const runnable = written.filter(({ document }) => stepsOf(document).length > 0)
  expect(runnable.filter(({ document }) => !isCase(document)).map(({ job }) => job.id)).toEqual([])
})

test('behavior: a case does what its cell does, those included that a default run leaves out', () => {
  const found = read('1').find(({ job }) => job.id.endsWith('/disk-fails.yaml#fails=EIO,from=8'))
  expect(found && stepsOf(found.document)).toContainEqual({ disk: { fails: 'EIO', from: 8 } })
})

test('behavior: the seed gives the order', () => {
  expect(hashWritten(read('1'))).toBe(hashWritten(read('1')))
  expect(hashWritten(read('1'))).not.toBe(hashWritten(read('2')))
})
