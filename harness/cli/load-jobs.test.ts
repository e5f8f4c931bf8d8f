import { expect, test } from 'vitest'
import { loadJobs } from './load-jobs.ts'

const FILE = 'scenarios/scripted/permit-ttl/ttl-boundary.yaml'
const idsOf = (paths: readonly string[], cwd: string) =>
  loadJobs(paths, { seed: '1', cwd }).jobs.map(({ id }) => id)

test('behavior: what list prints can be run, from wherever it is typed', () => {
  const ids = idsOf([FILE], process.cwd())
  expect(ids.length).toBeGreaterThan(2)
  expect(idsOf([ids[1] as string], process.cwd())).toEqual([ids[1]])
  expect(idsOf([ids[0] as string, ids[2] as string], '/')).toEqual([ids[0], ids[2]])
  expect(idsOf([FILE], '/')).toEqual(ids)
})

test('error: an id of no cell', () => {
  const [id = ''] = idsOf([FILE], process.cwd())
  expect(() => idsOf([`${id}0`], process.cwd())).toThrow(
    expect.objectContaining({
      code: 'BAD_USAGE',
      details: expect.objectContaining({ hint: `did you mean "${id}"?` }),
    }),
  )
})
