import type { Colors } from './reporter.ts'
import { truncate } from './text/display-width.ts'
import { formatCount } from './text/format-count.ts'

/** Where and how the progress of a fuzz run is drawn. */
export interface FuzzProgressOptions {
  readonly write: (text: string) => void
  /** One line that is redrawn, instead of a line a block. */
  readonly isTty: boolean
  readonly columns: number
  readonly colors: Colors
  /** Cases that were run before, when the run is continued. */
  readonly first: number
  /** How many cases there will be; undefined when time decides. */
  readonly total?: number
  readonly nowMs: () => number
}

/** Draws the progress of a fuzz run. */
export interface FuzzProgress {
  caseFinished(operations: number): void
  blockFinished(state: {
    readonly next: number
    readonly coverageKeys: number
    readonly newKeys: number
    readonly failures: number
    readonly digest: string
  }): void
  /** Say something on a line of its own. */
  say(text: string): void
  end(): void
}

/** How often the line is redrawn: a case takes some milliseconds. */
const REDRAW_MS = 100

/** Draw the progress of a fuzz run: operations per second, cases, coverage and failures so far. */
export function createFuzzProgress(options: FuzzProgressOptions): FuzzProgress {
  const { write, isTty, colors, columns, total, nowMs } = options
  const started = nowMs()
  let cases = options.first
  let operations = 0
  let keys = 0
  let failures = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false

  const rate = () => Math.round((operations * 1_000) / Math.max(1, nowMs() - started))
  const clear = () => {
    if (isDrawn) write('\r\u001b[2K')
    isDrawn = false
  }
  const describe = () =>
    [
      `case ${cases.toLocaleString('en-US')}${total === undefined ? '' : `/${total.toLocaleString('en-US')}`}`,
      `${rate()} operations/s`,
      `coverage ${keys}`,
      ...(failures > 0 ? [colors.red(formatCount(failures, 'failure'))] : []),
    ].join('  ')
  const draw = () => {
    if (!isTty || nowMs() - drawnAt < REDRAW_MS) return
    drawnAt = nowMs()
    clear()
    write(truncate(describe(), columns - 1))
    isDrawn = true
  }
  const say = (text: string) => {
    clear()
    write(`${text}\n`)
  }
  return {
    caseFinished(count) {
      cases += 1
      operations += count
      draw()
    },
    blockFinished(state) {
      cases = state.next
      keys = state.coverageKeys
      failures = state.failures
      if (!isTty) say(`${describe()} (+${state.newKeys})  digest ${state.digest.slice(0, 12)}`)
    },
    say,
    end: clear,
  }
}
