import { adviseByReading } from '../agent/delegation/advise.ts'
import {
  type ArchetypeSession,
  openFirstSession,
  type Play,
  type SessionDeps,
} from '../agent/delegation/session.ts'
import { assertRole, validateGraph } from '../agent/delegation/validate-graph.ts'
import { ALL_ARCHETYPES } from '../agent/generated/archetypes.ts'
import type { Stack } from '../agent/stack.ts'
import type { EventBus } from '../core/events.ts'
import type { Safety } from '../safety/safety.ts'
import type { AgentDeclaration } from './declare-agent.ts'
import type { RuntimePorts } from './runtime-ports.ts'
import type { Stacks } from './wire-stack.ts'

/**
 * Open the session of the archetype that an agent plays; undefined where it plays none.
 *
 * @throws RangeError when the graph of delegations is not valid, or the config gives the archetype what it may not hold
 */
export function openArchetype(
  { registry, clock, advise = adviseByReading }: RuntimePorts,
  parts: {
    readonly declared: AgentDeclaration
    readonly stacks: Stacks
    readonly stack: Stack
    readonly safety: Safety
    readonly events: EventBus
    readonly play: Play | undefined
  },
  openAgent: SessionDeps['openAgent'],
): ArchetypeSession | undefined {
  const { declared, stacks, stack, safety, events, play } = parts
  const { archetype } = declared
  if (archetype === undefined) return undefined
  const graph = validateGraph(ALL_ARCHETYPES, registry.tools)
  assertRole(archetype, stacks.profile.tools)
  return openFirstSession(archetype, stack, {
    graph,
    safety,
    events,
    clock,
    protocols: stacks.protocols,
    resolve: stacks.resolve,
    stackFor: stacks.create,
    openAgent,
    advise,
    play,
  })
}
