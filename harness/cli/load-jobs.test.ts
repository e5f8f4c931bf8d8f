import { expect, test } from 'vitest'
import { loadJobs } from './load-jobs.ts'

const FILE = 'scenarios/scripted/permit-ttl/ttl-boundary.yaml'
const idsOf = async (paths: readonly string[], cwd: string) =>
  (await loadJobs(paths, { seed: '1', cwd })).jobs.map(({ id }) => id)

test('behavior: what list prints can be run, from wherever it is typed', async () => {
  const ids = await idsOf([FILE], process.cwd())
  expect(ids.length).toBeGreaterThan(2)
  expect(await idsOf([ids[1] as string], process.cwd())).toEqual([ids[1]])
  expect(await idsOf([ids[0] as string, ids[2] as string], '/')).toEqual([ids[0], ids[2]])
  expect(await idsOf([FILE], '/')).toEqual(ids)
})

test('error: an id of no cell', async () => {
  const [id = ''] = await idsOf([FILE], process.cwd())
  await expect(idsOf([`${id}0`], process.cwd())).rejects.toEqual(
    expect.objectContaining({
      code: 'BAD_USAGE',
      details: expect.objectContaining({ hint: `did you mean "${id}"?` }),
    }),
  )
})
