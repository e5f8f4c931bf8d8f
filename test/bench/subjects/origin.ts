import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAccounts } from '../../../harness/world/dump.ts'
import { type BuildOriginOptions, buildOrigin } from '../../../harness/world/origin.ts'
import type { ProtocolWatch } from '../../../harness/world/populate-origin.ts'
import { median, time } from '../measure/rounds.ts'
import type { Subject } from '../measure/subject.ts'

const MEGABYTE = 1_000_000

/** What a protocol adds to the origin. */
interface Growth {
  readonly ms: number
  readonly accounts: number
  readonly bytes: number
}

/** What the origin takes: to build it, to take it from the cache, on disk, and for each protocol in it. */
export const ORIGIN: Subject = {
  name: 'origin',
  description:
    'building the embedded origin, taking it from the cache, its size, and what each protocol adds',
  isLong: true,
  async measure({ served: { anvilBinary }, note }) {
    const stateDir = mkdtempSync(join(tmpdir(), 'assay-origin-'))
    try {
      const open = (more: Partial<BuildOriginOptions> = {}) => buildOrigin({ stateDir, anvilBinary, ...more })
      // What the contracts compile to is kept beside the project, whatever is measured here.
      await open({ stateDir: join(stateDir, 'before') })
      const built = await time(open)
      note({ name: 'built, contracts compiled', value: built, unit: 'ms', aim: { atMost: 60_000 } })
      const taken: number[] = []
      for (let round = 0; round < 5; round += 1) taken.push(await time(open))
      note({ name: 'taken from the cache', value: median(taken), unit: 'ms' })
      const { readDump, genesis } = await open()
      note({ name: 'kept: chain with its past', value: readDump().length / MEGABYTE, unit: 'MB' })
      note({ name: 'loaded by a fork: accounts', value: genesis.length / MEGABYTE, unit: 'MB' })
      const grown = await measureGrowth((watch) => open({ stateDir: join(stateDir, 'watched'), watch }))
      for (const [protocol, { ms, accounts, bytes }] of grown) {
        const means = `${Math.round(ms)} ms to build, ${accounts} accounts`
        note({ name: `${protocol} adds`, value: bytes / MEGABYTE, unit: 'MB', means })
      }
    } finally {
      rmSync(stateDir, { recursive: true })
    }
  },
}

/** Measure what each protocol adds to an origin that is built; the largest comes first. */
async function measureGrowth(
  build: (watch: ProtocolWatch) => Promise<unknown>,
): Promise<readonly (readonly [string, Growth])[]> {
  const grown = new Map<string, Growth>()
  await build(async (protocol, add, { rpc, mine }) => {
    await mine()
    const before = await measureAccounts(rpc)
    const ms = await time(async () => {
      await add()
      await mine()
    })
    const after = await measureAccounts(rpc)
    const sum = grown.get(protocol) ?? { ms: 0, accounts: 0, bytes: 0 }
    grown.set(protocol, {
      ms: sum.ms + ms,
      accounts: sum.accounts + after.count - before.count,
      bytes: sum.bytes + after.bytes - before.bytes,
    })
  })
  return [...grown].filter(([, { bytes }]) => bytes > 0).toSorted(([, a], [, b]) => b.bytes - a.bytes)
}
