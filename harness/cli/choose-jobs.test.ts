import { expect, test } from 'vitest'
import { type ChoiceOptions, chooseJobs } from './choose-jobs.ts'
import type { CliIo } from './io.ts'
import type { KnownCells } from './known-cells.ts'
import { PROJECT_ROOT } from './paths.ts'

const NOTHING_KNOWN: KnownCells = {
  durationOf: () => undefined,
  usedBy: () => undefined,
  keep: () => undefined,
}
const SHARED = 'scenarios/scripted/halt/disk-fails.yaml'

const choose = (options: Pick<ChoiceOptions, 'filter' | 'thorough'>) =>
  chooseJobs([SHARED], { seed: '1', cwd: PROJECT_ROOT, ...options }, NOTHING_KNOWN, {} as CliIo)

test('error: what only a thorough run takes is not said to be missing', async () => {
  const [taken = [], all = []] = [await choose({}), await choose({ thorough: true })]
  const left = all.find(({ id }) => !taken.some((job) => job.id === id))
  const filter = left?.id.split('#')[1] ?? ''
  await expect(choose({ filter })).rejects.toMatchObject({
    code: 'BAD_USAGE',
    details: {
      found: `none that matches "${filter}", 1 that only a thorough run takes`,
      hint: 'pass --thorough',
    },
  })
  expect((await choose({ filter, thorough: true }))?.map(({ id }) => id)).toEqual([left?.id])
})

test('error: what nothing matches', async () => {
  await expect(choose({ filter: 'nothing of the kind' })).rejects.toMatchObject({
    details: { found: 'none that matches "nothing of the kind"', hint: 'see `assay list`' },
  })
})
