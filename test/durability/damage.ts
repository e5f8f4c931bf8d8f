import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, openLaboratory } from './laboratory.ts'
import { OPERATIONS } from './operations.ts'

/** What became of damaged files. */
export interface DamageTally {
  cuts: number
  repaired: number
  flips: number
  refused: number
  harmless: number
  readonly findings: string[]
}

const FRAME_BYTES = 24 + 4_096
const HEADER_BYTES = 32

/** The commit, killed once it was broadcast and settled: everything is still in the write-ahead log. */
const KILLED: Fault = { name: 'kill-before', call: 0 }

/**
 * Cut and flip bytes of a store between two runs: a torn tail is repaired, damage inside is refused, and whatever is
 * opened fits the chain.
 */
export async function damageStore(
  laboratory: Awaited<ReturnType<typeof openLaboratory>>,
  times: number,
): Promise<DamageTally> {
  const commit = OPERATIONS.find(({ name }) => name === 'commit')
  if (commit === undefined) throw new Error('no commit')
  const tally: DamageTally = { cuts: 0, repaired: 0, flips: 0, refused: 0, harmless: 0, findings: [] }
  const lastSync = await laboratory.withOperation(commit, async (cell) => {
    const { points } = (await cell({ name: 'count', call: 0 })).lived
    const broadcast = points.indexOf('release node')
    return points.findIndex((point, index) => index > broadcast && point.startsWith('sync')) + 1
  })
  const note = (where: string, ending: { findings: readonly { law: string; message: string }[] }) => {
    const deniesAll = ending.findings.some(({ message }) => message.startsWith('the stack does not act'))
    for (const { law, message } of ending.findings) {
      // A store that denies all risk is no danger, whatever it has lost, or says of the body of a permit.
      const isKnown = law === 'lost' || message.startsWith('permit-body-differs ')
      if (!deniesAll || !isKnown) tally.findings.push(`${where}: ${law}: ${message}`)
    }
  }
  const at = (index: number, size: number) => Math.floor(((index + 0.5) * size) / times)

  await laboratory.withRemains(
    commit,
    { ...KILLED, name: 'kill-after', call: lastSync },
    async (folder, judge) => {
      const log = 'safety.sqlite-wal'
      const size = statSync(join(folder, log)).size
      const frames = Math.floor((size - HEADER_BYTES) / FRAME_BYTES)
      // Within the last frame: the transaction that it ends was being written.
      for (let index = 0; index < times; index += 1) {
        const length = HEADER_BYTES + (frames - 1) * FRAME_BYTES + at(index, FRAME_BYTES)
        const ending = await judge((live) => truncateSync(join(live, log), length))
        tally.cuts += 1
        if (ending.refused === undefined) tally.repaired += 1
        note(`${log} cut to ${length} of ${size}`, ending)
      }
      for (let index = 0; index < times; index += 1) {
        const position = at(index, size)
        const ending = await judge((live) => flip(join(live, log), position))
        tally.flips += 1
        tally[ending.refused === undefined ? 'harmless' : 'refused'] += 1
        note(`${log} flipped at ${position} of ${size}`, ending)
      }
    },
  )
  await laboratory.withRemains(commit, { name: 'count', call: 0 }, async (folder, judge) => {
    const file = 'safety.sqlite'
    const { size } = statSync(join(folder, file))
    for (let index = 0; index < times; index += 1) {
      const position = at(index, size)
      const ending = await judge((live) => flip(join(live, file), position))
      tally.flips += 1
      tally[ending.refused === undefined ? 'harmless' : 'refused'] += 1
      note(`${file} flipped at ${position} of ${size}`, ending)
    }
  })
  return tally
}

function flip(path: string, position: number): void {
  const bytes = readFileSync(path)
  bytes[position] = (bytes[position] ?? 0) ^ 0x10
  writeFileSync(path, bytes)
}
