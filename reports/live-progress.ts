import pico from 'picocolors'
import type { RecordScenario, RecordVerdict } from '../harness/record/record.ts'
import type { Colors } from './reporter.ts'
import { describeScenario } from './text/describe-scenario.ts'
import { truncate } from './text/display-width.ts'
import { formatDuration } from './text/format-duration.ts'
import { oneLine } from './text/one-line.ts'

/** Where and how live progress is drawn. */
export interface LiveProgressOptions {
  /** Write text to the terminal as it is (stderr: stdout holds the result). */
  readonly write: (text: string) => void
  /** One line that is redrawn, instead of a line for every tenth of the scenarios. */
  readonly isTty: boolean
  readonly columns: number
  /** How many scenarios will run. */
  readonly total: number
  readonly colors?: Colors
}

/** A scenario that has started, as far as progress needs to know it. */
export type LiveScenario = Pick<RecordScenario, 'id' | 'name'>

/** An event of the stack's event fabric, as far as progress needs to know it. */
export interface LiveEvent {
  readonly kind: string
  readonly tool_name?: string
  readonly step_name?: string
  readonly step_index?: number
  readonly total_steps?: number
}

/** Draws the progress of a run from what it is told, and from nothing else. */
export interface LiveProgress {
  scenarioStarted(scenario: LiveScenario): void
  event(scenario: LiveScenario, event: LiveEvent): void
  scenarioFinished(record: RecordScenario): void
  /** Remove the line and give the cursor back; more than one call does no harm. */
  end(): void
}

const CLEAR_LINE = '\r\u001b[2K'
// A line that reaches the last column would wrap, and redrawing would then leave its first part behind.
const MARGIN = 1

/**
 * Draw the progress of a run: on a terminal one line that is redrawn, elsewhere one line for the first scenario and
 * for every tenth of them, so that a log stays short.
 *
 * A problem gets a line of its own in both cases.
 */
export function createLiveProgress(options: LiveProgressOptions): LiveProgress {
  const { write, isTty, total, colors = pico.createColors(false) } = options
  const columns = Math.max(20, options.columns || 80)
  const running = new Map<string, { readonly name: string; tool: string }>()
  let finished = 0
  let problems = 0
  let drawn = ''
  let ended = false

  const paint = (verdict: RecordVerdict) =>
    ({
      passed: colors.green,
      failed: colors.red,
      flaky: colors.red,
      broken: colors.yellow,
      skipped: colors.gray,
    })[verdict]

  const describeLine = (): { head: string; tail: string } => {
    const [current] = running.values()
    const width = String(total).length
    const head = `${String(finished).padStart(width)}/${total}`
    const trouble = problems > 0 ? `  ${problems} not passed` : ''
    const others = running.size > 1 ? `  +${running.size - 1}` : ''
    const name = current === undefined ? '' : `  ${current.name}${current.tool && `  ${current.tool}`}`
    const room = columns - MARGIN - head.length - trouble.length - others.length
    return { head: head + (trouble && colors.red(trouble)), tail: truncate(name, Math.max(0, room)) + others }
  }

  const draw = () => {
    if (!isTty || ended) return
    const { head, tail } = describeLine()
    const line = head + colors.dim(tail)
    if (line === drawn) return
    write(CLEAR_LINE + line)
    drawn = line
  }

  const clear = () => {
    if (drawn !== '') write(CLEAR_LINE)
    drawn = ''
  }

  return {
    scenarioStarted({ id, name }) {
      running.set(id, { name: oneLine(name), tool: '' })
      draw()
    },
    event({ id }, event) {
      const scenario = running.get(id)
      if (scenario === undefined || !isTty) return
      if (event.kind === 'tool:start') scenario.tool = oneLine(event.tool_name ?? '')
      else if (event.kind === 'tool:update') scenario.tool = describeUpdate(event)
      else if (event.kind === 'tool:end' || event.kind === 'tool:error') scenario.tool = ''
      else return
      draw()
    },
    scenarioFinished(record) {
      running.delete(record.id)
      finished += 1
      const trouble = record.verdict === 'failed' || record.verdict === 'flaky' || record.verdict === 'broken'
      if (trouble) problems += 1
      const tenth = Math.floor((finished * 10) / total)
      const isMilestone = finished === 1 || tenth > Math.floor(((finished - 1) * 10) / total)
      if (!ended && (trouble || (!isTty && isMilestone))) {
        clear()
        const counter = isTty ? '' : `${String(finished).padStart(String(total).length)}/${total} `
        const word = record.verdict.padEnd(7)
        const duration = formatDuration(record.timings.durationMs)
        // A log has no width; only a terminal is cut to fit.
        const room = columns - MARGIN - counter.length - word.length - duration.length - 4
        const title = oneLine(describeScenario(record))
        const shown = isTty ? truncate(title, room) : truncate(title, 200)
        write(`${counter}${paint(record.verdict)(word)}  ${shown}  ${colors.dim(duration)}\n`)
      }
      draw()
    },
    end() {
      if (ended) return
      ended = true
      clear()
    },
  }
}

const describeUpdate = ({ tool_name, step_name, step_index = 0, total_steps = 0 }: LiveEvent): string =>
  oneLine(`${tool_name ?? ''} ${step_index}/${total_steps} ${step_name ?? ''}`.trim())
