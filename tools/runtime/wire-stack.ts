import { gatherActions } from '../agent/action-kind.ts'
import { type Archetype, declareArchetype } from '../agent/archetype.ts'
import { askVenues } from '../agent/ask-venues.ts'
import { type CycleRecorder, createCycleRecorder } from '../agent/cycle/cycle-recorder.ts'
import { createRequestKinds } from '../agent/request-kinds.ts'
import { createStack, type Stack, type StackDeps } from '../agent/stack.ts'
import { createToolbox } from '../agent/toolbox.ts'
import type { ChainReader } from '../core/chain.ts'
import type { EventBus } from '../core/events.ts'
import type { RunnerDeps } from '../core/runner.ts'
import type { AskVenues } from '../core/venue-offers.ts'
import { type ResolvedProfile, resolveTools } from '../profiles/resolve-tools.ts'
import type { Safety } from '../safety/safety.ts'
import type { SafetyStore } from '../safety/store/store.ts'
import { createToolPins } from '../safety/store/tool-pins.ts'
import { defineSandboxedTool } from '../sandbox/define-sandboxed-tool.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { type AgentDeclaration, allowProtocols } from './declare-agent.ts'
import type { ProtocolPorts } from './protocol-ports.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** The stacks of one process. */
export interface Stacks {
  /** The stack of the agent that is started. */
  readonly own: Stack
  /** The same over any way to the chain, for what a halt plans: that is not held to the time of a model's tick. */
  forHalt(way: ChainReader): Stack
  /** The tools of the agent that is started, without those that stand beside every profile. */
  readonly profile: ResolvedProfile
  /** Protocols that the process allows. */
  readonly protocols: readonly string[]
  /** Resolve the tools of an archetype as this process offers them, of some of its protocols. */
  resolve(archetype: Archetype, protocols: readonly string[]): ResolvedProfile
  /** Keeps what becomes of actions, and the record of each tick. */
  readonly cycles: CycleRecorder
  /** Create the stack of a session that was delegated to. */
  create(profile: ResolvedProfile, requestedBy: StackDeps['requestedBy']): Stack
}

/** Pin the tools that there are and resolve those of the agent that is started. */
export function wireStack(
  ports: RuntimePorts,
  parts: {
    readonly declared: AgentDeclaration
    readonly safety: Safety
    readonly store: SafetyStore
    readonly events: EventBus
    readonly protocols: ProtocolPorts
    /** What is left of the running tick, milliseconds. */
    readonly remainingMs: () => number
  },
): Stacks {
  const { registry, clock, besides = [] } = ports
  const { declared, safety, store, events, remainingMs } = parts
  const { interfaces, markets, rates, positionSources, positions, grants, fillers } = parts.protocols
  const surroundingsOf = (protocols?: readonly string[]) => {
    const allowed = allowProtocols([ports.protocols, declared.protocols, protocols], registry)
    return {
      chainId: ports.book.chainId,
      capabilities: [...declared.capabilities, ...(ports.signing ? (['wallet'] as const) : [])],
      ...(allowed ? { protocols: allowed } : {}),
    }
  }
  const profile = resolveTools(declared.tools, registry.tools, surroundingsOf())
  announceLeftOut(profile, events)
  const sandbox = createSandbox({
    events,
    setTimer: clock.setTimer,
    ...(ports.sandboxLimits ? { limits: ports.sandboxLimits } : {}),
  })
  const untrusted = (ports.untrustedTools ?? []).map((tool) => defineSandboxedTool(tool, sandbox))
  const known = [...untrusted, ...registry.tools, ...besides]
  const pins = createToolPins(store, known)
  const kinds = gatherActions(registry.actions)
  const context = {
    book: ports.book,
    interfaces,
    markets,
    rates,
    positionSources,
    positions,
    grants,
    account: ports.account,
    operator: ports.operator,
    clock,
    safety: safety.view,
    ...(ports.sdks ? { sdks: ports.sdks } : {}),
  }
  const ownKinds = [...kinds, ...createRequestKinds(untrusted, kinds)]
  // The stack's own tools come last, since of tools with one name the last is taken.
  const own = { ...profile, tools: [...untrusted, ...profile.tools, ...besides] }
  // Sessions that are delegated to read by tools of their own.
  const reads = new Set(known.flatMap(({ name, capability }) => (capability === 'read' ? [name] : [])))
  const cycles = createCycleRecorder({
    events,
    clock,
    store,
    safety,
    isRead: (tool) => reads.has(tool),
    settling: { toolbox: createToolbox(own, pins), runner: { context }, fillers },
    book: ports.book,
    account: ports.account,
    operator: ports.operator,
  })
  const createOver = (
    chain: ChainReader,
    having: Pick<StackDeps, 'profile' | 'kinds' | 'requestedBy'>,
    bound: Pick<RunnerDeps, 'remainingMs'>,
  ) => {
    // Venues are asked by the stack's own reads.
    const ask: AskVenues = (kind, params) => askVenues(kind, params, stack)
    const runner = { ...bound, events, context: { chain, askVenues: ask, ...context } }
    const stack: Stack = createStack({ ...having, fillers, safety, pins, cycles, runner })
    return stack
  }
  return {
    profile,
    cycles,
    protocols: surroundingsOf().protocols?.allowed ?? registry.protocols.map(({ id }) => id),
    own: createOver(ports.chain, { profile: own, kinds: ownKinds }, { remainingMs }),
    forHalt: (way) => createOver(way, { profile: own, kinds: ownKinds }, {}),
    resolve: (archetype, protocols) =>
      resolveTools(
        { ...declareArchetype(archetype), ...declared.switches, enable: [] },
        registry.tools,
        surroundingsOf(protocols),
      ),
    create: (narrow, requestedBy) =>
      createOver(
        ports.chain,
        { profile: narrow, kinds, ...(requestedBy ? { requestedBy } : {}) },
        { remainingMs },
      ),
  }
}

/** Say which tools are left out for want of a capability: that is no error, and must not go unseen. */
function announceLeftOut({ missing }: ResolvedProfile, events: EventBus): void {
  const leftOut = missing.flatMap(({ tool, reason }) =>
    reason.kind === 'capability' ? [{ name: tool.name, lacks: reason.lacks }] : [],
  )
  for (const [requires, rows] of Map.groupBy(leftOut, ({ lacks }) => lacks)) {
    events.emit({ kind: 'tools:left-out', requires, tools: rows.map(({ name }) => name) })
  }
}
