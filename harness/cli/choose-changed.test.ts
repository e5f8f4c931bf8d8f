import { expect, test } from 'vitest'
import { scenariosOf } from '../scenario/fixtures/parse.ts'
import type { Job } from '../schedule/job.ts'
import { chooseChanged } from './choose-changed.ts'
import type { KnownCells } from './known-cells.ts'

const [scenario] = scenariosOf('name: waits\nsteps:\n  - advance: 5m\n')
const job = { id: 'a.yaml', file: 'a.yaml', seed: '1', scenario } as Job
const code = { commit: 'ab'.repeat(20), besides: [] }
const known: KnownCells = {
  durationOf: () => undefined,
  usedBy: () => ({ keys: ['kind:wrap', 'tool:weth_wrap_eth'], code }),
  keep() {},
}

const USED = 'tools/protocols/weth/weth-wrap-eth.ts'
const OTHER = 'tools/protocols/aave-v3/aave-get-reserve-data.ts'
const choose = (changed: string, since: readonly string[] | undefined) =>
  chooseChanged([job], { changed: [changed], untold: [] }, known, async () => since)

test('default: what a cell used decides, where it ran on the code of the commit', async () => {
  expect(await choose(USED, [])).toEqual([job])
  expect(await choose(OTHER, [])).toEqual([])
})

test('behavior: what a cell used on other code holds where the difference cannot show in it', async () => {
  expect(await choose(OTHER, ['a.yaml', OTHER, 'README.md'])).toEqual([])
  expect(await choose(OTHER, [USED])).toEqual([job])
  expect(await choose(OTHER, ['harness/cli/worker.ts'])).toEqual([job])
  expect(await choose(OTHER, undefined)).toEqual([job])
})
