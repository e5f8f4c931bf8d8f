import pico from 'picocolors'
import { type AgentEvent, type AgentState, follow, type Sprite, UNSEEN } from './agent-state.ts'
import type { Colors } from './reporter.ts'
import { truncate } from './text/display-width.ts'
import { formatAmount } from './text/format-amount.ts'
import { oneLine } from './text/one-line.ts'

/** Where and how an agent is shown. */
export interface AgentProgressOptions {
  /** Write text to the terminal as it is (stderr: stdout holds the result). */
  readonly write: (text: string) => void
  /** A few lines that are redrawn, instead of a line for each thing that is worth one. */
  readonly isTty: boolean
  readonly columns: number
  readonly colors?: Colors
}

/** Shows a working agent by its events, and by nothing else. */
export interface AgentProgress {
  /** Another agent begins: nothing is known of it. */
  begin(title: string): void
  event(event: AgentEvent): void
  /** Write a line that stays. */
  say(line: string): void
  /** Remove what is redrawn; more than one call does no harm. */
  end(): void
}

// A line that reaches the last column would wrap, and redrawing would then leave a part of it behind.
const MARGIN = 1
const LEAST_COLUMNS = 24
const USDC_DECIMALS = 6
const BAR = 10

/** Two pictures of each, by turns. */
const FACES: Readonly<Record<Sprite, readonly [string, string]>> = {
  idle: ['(-_-)', '(-.-)'],
  thinking: ['(o_o)', '(o.o)'],
  executing: ['(>_<)', '(>.<)'],
  success: ['(^_^)', '(^o^)'],
  failure: ['(x_x)', '(X_X)'],
}

/**
 * Show an agent: its sprite, phase and tick, what it may still do, the step of the tool that runs, and what came of the
 * last action. On a terminal these are three lines that are redrawn; elsewhere each call, action, phase and halt is a line.
 */
export function createAgentProgress(options: AgentProgressOptions): AgentProgress {
  const { write, isTty, colors = pico.createColors(false) } = options
  const columns = Math.max(LEAST_COLUMNS, options.columns || 80)
  let state = UNSEEN
  let title = ''
  let drawn: readonly string[] = []
  let isOver = false

  const clear = () => {
    if (drawn.length > 0) write(`\r\u001b[${drawn.length}A\u001b[J`)
    drawn = []
  }
  const draw = () => {
    if (!isTty || isOver) return
    const lines = [title, ...describe(state)].map((line) => truncate(oneLine(line), columns - MARGIN))
    if (lines.join('\n') === drawn.join('\n')) return
    clear()
    const [head = '', status = '', ...rest] = lines
    write(`${[colors.bold(head), paint(state, colors)(status), ...rest].join('\n')}\n`)
    drawn = lines
  }
  return {
    begin(next) {
      clear()
      state = UNSEEN
      title = next
      if (isTty) draw()
      else if (!isOver) write(`${oneLine(next)}\n`)
    },
    event(event) {
      if (isOver) return
      const before = state
      state = follow(state, event)
      if (isTty) draw()
      else {
        const line = describeEvent(event, before)
        if (line !== undefined) write(`  ${truncate(oneLine(line), 200)}\n`)
      }
    },
    say(line) {
      clear()
      write(`${line}\n`)
      draw()
    },
    end() {
      if (isOver) return
      clear()
      isOver = true
    },
  }
}

const paint = ({ sprite, isHalted }: AgentState, colors: Colors) => {
  if (isHalted || sprite === 'failure') return colors.red
  return sprite === 'success' ? colors.green : colors.cyan
}

const face = ({ sprite, beats }: AgentState) => FACES[sprite][beats % 2] as string

/** Three lines: who and when, what it may do and has spent, what it does. */
function describe(state: AgentState): readonly string[] {
  const { tick, phase, isHalted, calls, maxCalls, spentMs, maxMs, last } = state
  const where = isHalted ? 'halted' : phase
  const tool = state.tools.at(-1)
  return [
    `${face(state)} ${where} · tick ${tick} · calls ${calls}${maxCalls === undefined ? '' : `/${maxCalls}`}${last && ` · ${last}`}`,
    `      time ${seconds(spentMs)}${maxMs === undefined ? '' : ` of ${seconds(maxMs)}`} · ${money(state)}`,
    `      ${tool ? describeTool(tool) : state.doing || 'waits for the model'}`,
  ]
}

function describeTool({ name, step, steps, stepName, budgetMs }: AgentState['tools'][number]): string {
  // Steps are announced as they begin.
  const done = steps > 0 ? Math.round((BAR * Math.min(step, steps)) / steps) : 0
  const bar = `[${'='.repeat(done)}${' '.repeat(BAR - done)}]`
  const where = steps > 0 ? ` ${step}/${steps} ${stepName}` : ''
  return `${bar} ${name}${where} (≤ ${seconds(budgetMs)})`
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms % 1_000 === 0 ? 0 : 1)} s`
const usdc = (baseUnits: bigint, signed: boolean) =>
  `${formatAmount(baseUnits.toString(), USDC_DECIMALS, { signed })} USDC`
const money = ({ gasUsdc, pnlUsdc }: Pick<AgentState, 'gasUsdc' | 'pnlUsdc'>) =>
  `gas ${usdc(gasUsdc, false)} · P&L ${pnlUsdc === undefined ? 'not known' : usdc(pnlUsdc, true)}`

const moneyBetween = (before: AgentState, after: AgentState) =>
  money({
    gasUsdc: after.gasUsdc - before.gasUsdc,
    pnlUsdc:
      after.pnlUsdc === undefined || before.pnlUsdc === undefined
        ? undefined
        : after.pnlUsdc - before.pnlUsdc,
  })

/** What a log says of an event; undefined where it is worth no line. */
function describeEvent(event: AgentEvent, before: AgentState): string | undefined {
  const after = follow(before, event)
  switch (event.kind) {
    case 'tick:opened':
      return `tick ${after.tick}, ${after.phase}`
    case 'phase:change':
      return `phase ${before.phase} → ${after.phase}`
    case 'ToolCallAttempt':
      return event.outcome === 'error' ? after.last : `${String(event.pi_tool)}: ok`
    case 'action:recorded':
      return event.status === 'executed' ? `${after.last}, ${moneyBetween(before, after)}` : after.last
    case 'halt:latched':
    case 'halt:cleared':
      return after.last
    default:
      return undefined
  }
}
