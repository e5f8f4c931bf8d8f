/** An event of the stack's event fabric, as far as showing an agent needs to know it. */
export interface AgentEvent {
  readonly kind: string
  readonly [member: string]: unknown
}

/** What the agent's sprite shows: what a running tool triggers, or what came of the last thing that was done. */
export type Sprite = 'idle' | 'thinking' | 'executing' | 'success' | 'failure'

/** A tool that runs. */
export interface RunningTool {
  readonly name: string
  readonly sprite: Sprite
  /** Which of how many steps, from 1; 0 before the first. */
  readonly step: number
  readonly steps: number
  readonly stepName: string
  readonly budgetMs: number
}

/** What is known of an agent from its events alone. */
export interface AgentState {
  readonly tick: number
  readonly phase: string
  readonly isHalted: boolean
  readonly sprite: Sprite
  /** Events so far, by which the sprite moves. */
  readonly beats: number
  readonly tools: readonly RunningTool[]
  /** What goes on besides tools: a transaction that is waited for. */
  readonly doing: string
  /** Calls of the model in this tick, and how many it may make. */
  readonly calls: number
  readonly maxCalls: number | undefined
  /** Time that tools took in this tick, and how long it may last. */
  readonly spentMs: number
  readonly maxMs: number | undefined
  /** Of all ticks, USDC base units; profit and loss is unknown once that of one action is. */
  readonly gasUsdc: bigint
  readonly pnlUsdc: bigint | undefined
  readonly last: string
}

/** An agent of which nothing is known yet. */
export const UNSEEN: AgentState = {
  tick: 0,
  phase: 'unknown',
  isHalted: false,
  sprite: 'idle',
  beats: 0,
  tools: [],
  doing: '',
  calls: 0,
  maxCalls: undefined,
  spentMs: 0,
  maxMs: undefined,
  gasUsdc: 0n,
  pnlUsdc: 0n,
  last: '',
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
const limit = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const amount = (value: unknown): bigint | undefined =>
  /^-?\d+$/.test(text(value)) ? BigInt(text(value)) : undefined
const TRIGGERS: readonly Sprite[] = ['thinking', 'executing', 'success', 'failure']
const trigger = (value: unknown): Sprite => TRIGGERS.find((known) => known === value) ?? 'thinking'

/** Take an event in. */
export function follow(state: AgentState, event: AgentEvent): AgentState {
  const change = READERS[event.kind]?.(event, state)
  return change === undefined ? state : { ...state, ...change, beats: state.beats + 1 }
}

type Reader = (event: AgentEvent, state: AgentState) => Partial<AgentState>

/** What each kind of event changes; others change nothing. */
const READERS: Readonly<Record<string, Reader>> = {
  'tick:opened': (event) => ({
    tick: count(event.tick),
    phase: text(event.phase),
    calls: 0,
    spentMs: 0,
    maxCalls: limit(event.max_calls),
    maxMs: limit(event.max_ms),
  }),
  'phase:change': (event) => ({ phase: text(event.to) }),
  'tool:start': (event, { tools }) => {
    const sprite = trigger(event.sprite)
    const name = text(event.tool_name)
    return {
      sprite,
      tools: [...tools, { name, sprite, step: 0, steps: 0, stepName: '', budgetMs: count(event.budget_ms) }],
    }
  },
  'tool:update': (event, { tools }) => ({
    tools: tools.map((tool, index) =>
      index === lastOf(tools, event)
        ? {
            ...tool,
            step: count(event.step_index),
            steps: count(event.total_steps),
            stepName: text(event.step_name),
          }
        : tool,
    ),
  }),
  'tool:end': (event, { tools, spentMs }) => {
    const ended = lastOf(tools, event)
    const left = tools.filter((_, index) => index !== ended)
    const cameTo = event.success === true ? 'success' : 'failure'
    return {
      tools: left,
      sprite: left.at(-1)?.sprite ?? cameTo,
      spentMs: spentMs + count(event.duration_ms),
    }
  },
  ToolCallAttempt: (event, { calls }) => ({
    calls: calls + 1,
    ...(event.outcome === 'error'
      ? { sprite: 'failure' as const, last: `${text(event.pi_tool)}: ${text(event.error_code)}` }
      : {}),
  }),
  'tx:sent': () => ({ sprite: 'executing', doing: 'waits for its transaction' }),
  'tx:mined': (event) => ({
    doing: '',
    sprite: event.status === 'success' ? 'success' : 'failure',
  }),
  'action:recorded': (event, { gasUsdc, pnlUsdc }) => {
    const isExecuted = event.status === 'executed'
    const pnl = amount(event.pnl_usdc)
    return {
      doing: '',
      sprite: !isExecuted || event.verified === false ? 'failure' : 'success',
      gasUsdc: gasUsdc + (amount(event.gas_usdc) ?? 0n),
      ...(isExecuted
        ? { pnlUsdc: pnl === undefined || pnlUsdc === undefined ? undefined : pnlUsdc + pnl }
        : {}),
      last: [event.action_type, event.status, event.block_reason, event.replay]
        .map(text)
        .filter(Boolean)
        .join(' '),
    }
  },
  'halt:latched': () => ({ isHalted: true, sprite: 'failure', doing: '', last: 'halted' }),
  'halt:cleared': () => ({ isHalted: false, last: 'the halt is cleared' }),
}

const lastOf = (tools: readonly RunningTool[], event: AgentEvent): number =>
  tools.findLastIndex(({ name }) => name === event.tool_name)
