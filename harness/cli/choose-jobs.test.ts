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

test('behavior: what is named and not run is told', async () => {
  const told: string[] = []
  const io = { progress: (line: string) => told.push(line) } as unknown as CliIo
  const tell = (paths: readonly string[], options: Pick<ChoiceOptions, 'filter'> = {}) =>
    chooseJobs(paths, { seed: '1', cwd: PROJECT_ROOT, ...options }, NOTHING_KNOWN, io)
  const jobs = await tell([SHARED, 'scenarios/scripted/chains/lending-morpho.yaml', 'scenarios/goals/lp'])
  expect(new Set(jobs?.map(({ file }) => file))).toEqual(new Set([SHARED]))
  expect(told).toEqual([
    expect.stringMatching(
      /^not run here: scenarios of base \(--chain base\), \d+ goal tasks \(assay agent\)$/,
    ),
  ])
  // What the filter leaves out, its author left out.
  await tell([SHARED, 'scenarios/scripted/chains/lending-morpho.yaml'], { filter: 'disk-fails' })
  expect(told).toHaveLength(1)
})
