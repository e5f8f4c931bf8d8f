import { CONNECTIONS } from '../former/list-former-requests.ts'
import type { RequestGroup } from '../play/recorder.ts'

/** Characters in which the whole span is drawn. */
const WIDTH = 60

/** A request of a waterfall: when it was sent, how long its answer took, what and on which connection. */
export interface WaterfallRequest {
  readonly startMs: number
  readonly durationMs: number
  readonly method: string
  readonly connection: string
}

/** List the requests of recorded groups by their start. */
export const listWaterfall = (groups: readonly RequestGroup[]): readonly WaterfallRequest[] =>
  groups.flat().map(({ client, method, startMs, durationMs }) => ({
    startMs,
    durationMs,
    method,
    connection: CONNECTIONS[client] ?? String(client),
  }))

/** Draw requests as bars over time, one a line. */
export function renderWaterfall(requests: readonly WaterfallRequest[], spanMs: number): string {
  const scale = WIDTH / spanMs
  const lines = requests.map(({ startMs, durationMs, method, connection }) => {
    const before = Math.min(WIDTH - 1, Math.floor(startMs * scale))
    const length = Math.max(1, Math.min(WIDTH - before, Math.round(durationMs * scale)))
    const bar = `${' '.repeat(before)}${'█'.repeat(length)}`.padEnd(WIDTH)
    const times = `${startMs.toFixed(2).padStart(8)} ${durationMs.toFixed(2).padStart(7)}`
    return `${times}  ${connection.padEnd(8)} ${method.padEnd(34)} │${bar}│`
  })
  const head = `${'start ms'.padStart(8)} ${'took ms'.padStart(7)}  connection`
  const asked = requests.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const foot = `${spanMs.toFixed(2)} ms in all, ${requests.length} requests, ${asked.toFixed(2)} ms until their answers`
  return [head, ...lines, foot].join('\n')
}
