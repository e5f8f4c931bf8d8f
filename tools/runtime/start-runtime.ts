import type { DatabaseSync } from 'node:sqlite'
import { type Agent, createAgent } from '../agent/agent.ts'
import { createContextStore } from '../agent/context-store.ts'
import type { ArchetypeSession, Play } from '../agent/delegation/session.ts'
import type { BardoHost } from '../agent/extensions/bardo-host.ts'
import { ALL_ARCHETYPES } from '../agent/generated/archetypes.ts'
import { createPiDoor } from '../agent/pi-door.ts'
import { createSpeculation, NO_SPECULATION } from '../agent/speculation/speculator.ts'
import type { Stack } from '../agent/stack.ts'
import { createTickBudget } from '../agent/tick-budget.ts'
import { createTicks } from '../agent/ticks.ts'
import type { ChainReader } from '../core/chain.ts'
import { createEventBus } from '../core/events.ts'
import type { OfferedTool } from '../gateway/offered-tools.ts'
import { createContentFilter, createResultFilter } from '../safety/hooks/result-filter.ts'
import type { Joint } from '../safety/joint.ts'
import type { SafetyPolicy } from '../safety/policy/policy.ts'
import { openSafetyDatabase } from '../safety/store/open-database.ts'
import { createSafetyStore, type SafetyStore } from '../safety/store/store.ts'
import { createSinkGuard, guardAudit, guardEvents, type SinkGuard } from '../safety/taint/sink-guard.ts'
import { checksumPorts } from './checksum-ports.ts'
import { collectSecrets } from './collect-secrets.ts'
import { type AgentDeclaration, declareAgent } from './declare-agent.ts'
import { openArchetype } from './open-archetype.ts'
import { openDeclaredGateway } from './open-gateway.ts'
import { openDeclaredWorkspace, type Workspace } from './open-workspace.ts'
import { putProtocolsOn } from './protocol-ports.ts'
import type { RuntimePorts } from './runtime-ports.ts'
import { leaveJoint, openJoint, wireSafety } from './wire-safety.ts'
import { wireStack } from './wire-stack.ts'

/** The whole stack, running. */
export interface Runtime {
  readonly agent: Agent
  /** What the extensions of a model's session stand on. */
  readonly host: BardoHost
  /** The agent's session, where it plays an archetype: by it others are delegated to. */
  readonly session?: ArchetypeSession
  readonly store: SafetyStore
  /** Stands before every sink; what embeds the stack passes its own reports through it. */
  readonly guard: SinkGuard
  /** End the running tick: its record is written, although no other tick has begun. */
  endTick(): void
  /** Wait until nothing is read ahead of the model any more. */
  idle(): Promise<void>
  /**
   * Close the safety layer and open it again on the same store, as a restart of the process would.
   *
   * @param meanwhile - done while no process holds the store
   * @param policy - what the owner has put in the policy's place by then
   * @throws ToolError when the store is refused; the runtime stays closed
   */
  restart(meanwhile?: () => void, policy?: SafetyPolicy): Runtime
  /**
   * Start the stack of another chain beside this one, over the same store: limits, phase, rate limit and halt are one, and
   * actions of both are decided one after another. It goes when this one is closed or restarted; after a restart it is
   * started again beside the new one.
   *
   * @throws RangeError when a stack of this chain is there already, or this one stands beside another itself
   */
  startBeside(ports: BesidePorts): Runtime
  /** Write the last checkpoint and close the store; one that stands beside another leaves it the store. */
  close(): Promise<void>
}

/** What the stack of another chain is started with; what is the agent's it has from the one that it stands beside. */
export type BesidePorts = Omit<
  RuntimePorts,
  'store' | 'checkpoints' | 'newStoreId' | 'keys' | 'secrets' | 'strategy'
>

const PLAYBOOK = 'Preview before every commit.'
const DIRECTIVES_KEY = 'directives'
const IN_MEMORY = ':memory:'

/**
 * Start the stack; production and harness start it here and nowhere else.
 *
 * @throws ToolError when the store is refused
 * @throws ConfigError when the config is not valid
 * @throws RangeError when the agent that is chosen does not exist, an address has another checksum than its own, or what
 * the policy says cannot be kept
 */
export function startRuntime(given: RuntimePorts): Runtime {
  const ports = checksumPorts(given)
  const agentOf = openDeclared(ports)
  return orClose(
    () => assembleOnStore(ports, agentOf, 0),
    () => void agentOf.workspace?.close(),
  )
}

/** Start something; where that fails, what was opened for it is closed again, so that a later start finds it free. */
function orClose<T>(start: () => T, close: () => void): T {
  try {
    return start()
  } catch (cause) {
    close()
    throw cause
  }
}

/** The agent that was chosen, with what the owner names beside the stack. */
interface Declared {
  readonly declared: AgentDeclaration
  readonly workspace: Workspace | undefined
  readonly gatewayTools: readonly OfferedTool[]
}

function openDeclared(ports: RuntimePorts): Declared {
  const declared = declareAgent(ports, ports.registry, ALL_ARCHETYPES)
  const workspace = openDeclaredWorkspace(ports, declared)
  return orClose(
    () => ({ declared, workspace, gatewayTools: openDeclaredGateway(ports, declared, workspace) }),
    () => void workspace?.close(),
  )
}

function assembleOnStore(ports: RuntimePorts, agentOf: Declared, restarts: number): Runtime {
  const database = openSafetyDatabase(ports.store.path, ports.store.readFile)
  return orClose(
    () => assemble(ports, agentOf, { database }, restarts),
    () => database.close(),
  )
}

/** The store of a runtime: a database of its own, or what it shares with the one that it stands beside. */
interface Standing {
  readonly database: DatabaseSync
  readonly joint?: Joint
}

function assemble(
  ports: RuntimePorts,
  agentOf: Declared,
  { database, joint: shared }: Standing,
  restarts: number,
): Runtime {
  const { declared, workspace, gatewayTools } = agentOf
  const secrets = collectSecrets(ports)
  const guard = createSinkGuard(secrets)
  const joint =
    shared ??
    openJoint(ports, guardAudit(createSafetyStore(ports.store.under?.(database) ?? database), guard))
  const store = guardAudit(joint.store.onChain(ports.policy.chainId), guard)
  const events = guardEvents(createEventBus(), guard)
  events.subscribe(ports.onEvent)
  const protocols = putProtocolsOn(ports.registry.protocols, ports.book)
  const resultFilter = createResultFilter(secrets)
  // A halt plans with the stack that the safety layer stands in front of.
  const stackOver = (way: ChainReader): Stack => stacks.forHalt(way)
  const budget = createTickBudget(ports.tickLimits, ports.clock)
  const { remainingMs } = budget
  const { safety, connectWallet } = wireSafety(ports, {
    store,
    joint,
    guard,
    events,
    protocols,
    resultFilter,
    nextId: ports.createIds(restarts),
    stackOver,
    remainingMs,
    onSettled: (settled) => stacks.cycles.settled(settled),
  })
  const stacks = wireStack(ports, { declared, safety, store, events, protocols, remainingMs })
  const stack = stacks.own
  const speculation = declared.speculates ? createSpeculation({ events, clock: ports.clock }) : NO_SPECULATION
  const endTick = () => {
    speculation.endTick()
    stacks.cycles.endTick()
  }
  const directives = {
    read: () => store.readMeta(DIRECTIVES_KEY),
    write: (text: string) => store.writeMeta(DIRECTIVES_KEY, text),
  }
  const { strategy } = ports
  const documents = {
    ...(strategy === undefined ? {} : { 'STRATEGY.md': strategy }),
    'PLAYBOOK.md': PLAYBOOK,
  }
  const side = {
    context: createContextStore(documents, directives, ports.clock),
    door: createPiDoor({
      guard,
      resultFilter,
      contentFilter: createContentFilter(secrets),
      provenance: safety.provenance,
      events,
    }),
    onCommitted: ports.onCommitted,
    budget,
    speculation,
    ticks: createTicks({
      safety,
      events,
      clock: ports.clock,
      cycles: stacks.cycles,
      limits: ports.tickLimits,
    }),
  }
  const { playSession } = ports
  const beside = { workspaceTools: workspace?.tools ?? [], gatewayTools }
  const hostOf = (agent: Agent): BardoHost => ({
    agent,
    clock: ports.clock,
    connectWallet,
    subscribe: events.subscribe,
  })
  const play: Play | undefined =
    playSession && ((below, task, signal) => playSession(hostOf(below.agent), task, signal))
  const session = openArchetype(
    ports,
    { declared, stacks, stack, safety, events, play },
    (own, narrowed, archetype, delegation) =>
      createAgent({
        ...side,
        stack: own,
        safety: narrowed,
        cancels: archetype.cancels === true,
        role: archetype.prompt,
        delegation,
        // Sessions that are delegated to have none.
        ...(archetype === declared.archetype ? beside : {}),
      }),
  )
  const agent = session?.agent ?? createAgent({ ...side, ...beside, stack, safety })
  const besides = new Map<Runtime, Declared>()
  return {
    agent,
    host: hostOf(agent),
    ...(session ? { session } : {}),
    store,
    guard,
    endTick,
    idle: speculation.idle,
    restart(meanwhile = () => undefined, policy = ports.policy) {
      if (shared) throw new RangeError('a runtime restarts with the one that it stands beside')
      const next = checksumPorts({ ...ports, policy })
      for (const beside of besides.values()) void beside.workspace?.close()
      besides.clear()
      if (ports.store.path === IN_MEMORY) return assemble(next, agentOf, { database }, restarts + 1)
      store.close()
      meanwhile()
      return assembleOnStore(next, agentOf, restarts + 1)
    },
    startBeside(other) {
      const { chainId } = other.policy
      if (shared || joint.members.has(chainId)) {
        throw new RangeError(`beside: expected a chain that has no stack here yet, found ${chainId}`)
      }
      const { store: port, checkpoints, newStoreId, keys, secrets: planted, strategy: plan } = ports
      const full: RuntimePorts = {
        ...checksumPorts(other),
        store: { path: port.path, readFile: port.readFile },
        ...(checkpoints ? { checkpoints } : {}),
        newStoreId,
        keys,
        ...(planted ? { secrets: planted } : {}),
        strategy: plan,
      }
      const agentBeside = openDeclared(full)
      const started = orClose(
        () => assemble(full, agentBeside, { database, joint }, restarts),
        () => {
          leaveJoint(joint, chainId)
          void agentBeside.workspace?.close()
        },
      )
      const beside: Runtime = {
        ...started,
        async close() {
          if (besides.delete(beside)) await started.close()
        },
      }
      besides.set(beside, agentBeside)
      return beside
    },
    async close() {
      for (const beside of [...besides.keys()]) await beside.close()
      endTick()
      await speculation.idle()
      await safety.seal()
      ports.signing?.close()
      await workspace?.close()
      leaveJoint(joint, ports.policy.chainId)
      if (!shared) store.close()
    },
  }
}
