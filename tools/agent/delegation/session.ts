import type { Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { renderSuggestion, ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import type { RequestedBy } from '../../core/request-bounds.ts'
import { findNearest } from '../../core/suggest.ts'
import type { ResolvedProfile } from '../../profiles/resolve-tools.ts'
import type { Safety } from '../../safety/safety.ts'
import type { Agent } from '../agent.ts'
import type { Archetype } from '../archetype.ts'
import type { Stack } from '../stack.ts'
import type { Advise } from './advise.ts'
import { consultGuardian } from './consult-guardian.ts'
import type { Delegation, Played } from './delegated-work.ts'
import type { DelegationRequest } from './delegation-request.ts'
import { assertLimitsWithin, assertProtocolsWithin, narrowTools } from './narrow.ts'
import { type ArchetypeGraph, MAX_HOPS } from './validate-graph.ts'

/** An agent that plays an archetype, and may have others play theirs. */
export interface ArchetypeSession {
  readonly archetype: Archetype
  /** Names of the archetypes above it and its own, joined by slashes. */
  readonly path: string
  /** Its tools and dispatcher: whatever drives a model drives it as it does the first agent. */
  readonly agent: Agent
  /** What it previewed itself. */
  readonly permitIds: readonly Hex[]
  /**
   * Open a session of an archetype that this one delegates to. It has no tool that changes anything, no protocol and no
   * limit beyond those of this session.
   *
   * @throws ToolError DELEGATION_NOT_ALLOWED, DELEGATION_TOO_DEEP, DELEGATION_EXCEEDS_PARENT
   */
  delegate(request: DelegationRequest): ArchetypeSession
}

/** What sessions are opened with. */
export interface SessionDeps {
  readonly graph: ArchetypeGraph
  readonly safety: Safety
  readonly events: EventBus
  readonly clock: Pick<Clock, 'setTimer'>
  /** Protocols that the process allows. */
  readonly protocols: readonly string[]
  /** Resolve the tools of an archetype as the process offers them. */
  resolve(archetype: Archetype, protocols: readonly string[]): ResolvedProfile
  /** Put tools behind the safety layer. */
  stackFor(profile: ResolvedProfile, requestedBy: RequestedBy | undefined): Stack
  /** Open the agent's side over a stack. */
  openAgent(stack: Stack, safety: Safety, archetype: Archetype, delegation: Delegation | undefined): Agent
  readonly advise: Advise
  /** Lets a model do a task in a session; without, no model delegates. */
  readonly play?: Play | undefined
}

/** Lets a model do a task in a session until it ends its turn; the signal gives it up. */
export type Play = (
  session: ArchetypeSession,
  task: string,
  signal: AbortSignal | undefined,
) => Promise<Played>

/** Where a session stands. */
interface Standing {
  readonly archetype: Archetype
  /** The archetypes above it and its own. */
  readonly names: readonly string[]
  readonly stack: Stack
  readonly protocols: readonly string[]
  readonly requestedBy: RequestedBy | undefined
}

/** Open the session of the agent that is started, over its stack. */
export function openFirstSession(archetype: Archetype, stack: Stack, deps: SessionDeps): ArchetypeSession {
  const { protocols } = deps
  return openSession({ archetype, names: [archetype.name], stack, protocols, requestedBy: undefined }, deps)
}

function openSession(standing: Standing, deps: SessionDeps): ArchetypeSession {
  const { archetype, names, stack } = standing
  const path = names.join('/')
  const isFirst = names.length === 1
  const own = new Set<Hex>()
  /** The first session has what a restart left, too; another one only what it previewed. */
  const assertOwn = (permitId: Hex) => {
    if (!isFirst && !own.has(permitId)) throw new ToolError('PERMIT_OF_ANOTHER_SESSION', { permitId, path })
  }
  const noting =
    <Input extends readonly unknown[], Permit extends { readonly permitId: Hex }>(
      preview: (...input: Input) => Promise<Permit>,
    ) =>
    async (...input: Input) => {
      const permit = await preview(...input)
      own.add(permit.permitId)
      return permit
    }
  const guarded: Stack = {
    ...stack,
    previewAction: noting(stack.previewAction),
    previewTool: noting(stack.previewTool),
    async commit(permitId) {
      assertOwn(permitId)
      const { replaces } = deps.safety.describePermit(permitId) ?? {}
      if (replaces !== undefined) assertOwn(replaces)
      return stack.commit(permitId, () => consultGuardian(session, permitId, deps))
    },
  }
  const safety: Safety = {
    ...deps.safety,
    cancel(permitId) {
      if (!archetype.cancels) assertOwn(permitId)
      deps.safety.cancel(permitId)
    },
  }
  const session: ArchetypeSession = {
    archetype,
    path,
    agent: deps.openAgent(guarded, safety, archetype, describeDelegation(standing, deps)),
    get permitIds() {
      return [...own]
    },
    delegate: (request) => delegate(standing, request, deps),
  }
  return session
}

/** How the model of a session delegates; undefined where it has nobody to delegate to, or no model would answer. */
function describeDelegation(standing: Standing, deps: SessionDeps): Delegation | undefined {
  const { play } = deps
  const { delegatesTo } = standing.archetype
  if (play === undefined || delegatesTo.length === 0) return undefined
  return {
    targets: delegatesTo,
    async run(request, task, signal) {
      const below = delegate(standing, request, deps)
      const played = await play(below, task, signal)
      return { ...played, path: below.path, permitIds: below.permitIds }
    },
  }
}

function delegate(from: Standing, request: DelegationRequest, deps: SessionDeps): ArchetypeSession {
  const archetype = findTarget(from, request.to, deps.graph)
  const names = [...from.names, archetype.name]
  const path = names.join('/')
  if (names.length - 1 > MAX_HOPS) {
    throw new ToolError('DELEGATION_TOO_DEEP', { path, found: names.length - 1, expected: MAX_HOPS })
  }
  const narrowing = { path, parent: from.names.join('/') }
  const protocols = request.protocols ?? from.protocols
  assertProtocolsWithin(protocols, from.protocols, narrowing)
  const { limits } = request
  if (limits) assertLimitsWithin(limits, from.requestedBy ?? readOwnersLimits(deps.safety), narrowing)
  const profile = narrowTools(
    deps.resolve(archetype, protocols),
    from.stack.profile,
    request.tools,
    narrowing,
  )
  const requestedBy = limits
    ? {
        ...limits,
        tool: path,
        kind: 'session' as const,
        ...(from.requestedBy ? { within: from.requestedBy } : {}),
      }
    : from.requestedBy
  deps.events.emit({ kind: 'delegation:opened', path, tools: profile.tools.length })
  return openSession(
    { archetype, names, stack: deps.stackFor(profile, requestedBy), protocols, requestedBy },
    deps,
  )
}

/** Find an archetype along an edge. @throws ToolError DELEGATION_NOT_ALLOWED */
function findTarget({ archetype, names }: Standing, to: string, graph: ArchetypeGraph): Archetype {
  const { delegatesTo } = archetype
  const target = delegatesTo.includes(to) ? graph.get(to) : undefined
  if (target) return target
  throw new ToolError('DELEGATION_NOT_ALLOWED', {
    from: names.join('/'),
    to,
    suggestion: renderSuggestion(findNearest(to, delegatesTo)),
    known: delegatesTo.join(', ') || 'nobody',
  })
}

/** The owner's limits: the first session has no others. */
function readOwnersLimits({ view }: Safety) {
  const { perTransactionUsdc, perDayUsdc } = view.spending()
  return { maxPerRequestUsdc: perTransactionUsdc, maxPerDayUsdc: perDayUsdc }
}
