import type { DatabaseSync } from 'node:sqlite'
import type { Hex } from 'viem'
import { sha256Text } from '../../tools/core/sha256.ts'
import type { Tool } from '../../tools/core/tool-def.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import type { RuntimePorts } from '../../tools/runtime/runtime-ports.ts'
import { type Runtime, startRuntime } from '../../tools/runtime/start-runtime.ts'
import type { CheckpointSink } from '../../tools/safety/audit/checkpointer.ts'
import type { HaltReserve } from '../../tools/safety/halt/halt-reserve.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import { readFileIfAny } from '../audit/read-file.ts'
import { createReserveFile } from '../audit/reserve-file.ts'
import { keyAccount } from '../key-account.ts'
import { createDirectDriver, type Driver } from '../pi/driver.ts'
import { ACTORS, AUDITOR } from '../world/actors.ts'
import type { HarnessClock } from './clock.ts'
import type { Disk } from './disk.ts'
import { type CapabilityForgery, forgeCapabilities } from './forge-capability.ts'
import { HOSTILE_RISKY_TOOL, HOSTILE_SIGNER, HOSTILE_TOOL } from './hostile-tool.ts'

/** What the harness derives the ports of a runtime from; the rest are ports of the runtime as they are. */
export interface SessionOptions
  extends Pick<
    RuntimePorts,
    | 'book'
    | 'chain'
    | 'broadcaster'
    | 'alternate'
    | 'policy'
    | 'profile'
    | 'archetype'
    | 'config'
    | 'environment'
    | 'advise'
    | 'playSession'
    | 'protocols'
    | 'phase'
    | 'guardian'
    | 'secondProvider'
    | 'signing'
    | 'account'
    | 'operator'
    | 'untrustedTools'
    | 'secrets'
    | 'tickLimits'
    | 'speculates'
    | 'onEvent'
    | 'onCommitted'
    | 'onJudging'
    | 'sdks'
  > {
  readonly clock: HarnessClock
  /** Every tool there is; all of Assay's by default. */
  readonly catalogue?: readonly Tool[]
  /** What custody gets in place of the capabilities that are minted. */
  readonly forgery?: CapabilityForgery
  /** `:memory:`, or a file for scenarios about durability. */
  readonly storePath: string
  /** Where checkpoints of the audit log go; a store in memory has none. */
  readonly checkpointSink?: CheckpointSink
  /** The disk below the store. */
  readonly disk: Disk
  readonly seed: string
  /** The owner's strategy, which is confidential. */
  readonly strategy?: string
  /** The session of another chain, beside which it starts over the same store. */
  readonly beside?: () => Session
  /** Makes the agent's calls; the dispatcher without it. */
  readonly openDriver?: (runtime: Runtime) => Driver
}

/** A runtime over one fork, with what the harness looks past it by. */
export interface Session extends Omit<Runtime, 'restart'> {
  /** The store's own database, for looking past the stack and for tampering. */
  readonly database: DatabaseSync
  readonly policy: SafetyPolicy
  readonly clock: HarnessClock
  readonly driver: Driver
  /** As {@link Runtime.restart}. */
  restart(meanwhile?: () => void, policy?: SafetyPolicy): Session
}

const DEFAULT_STRATEGY = 'Keep most of the capital in stable assets.\nTrade liquid pools only.'

/** The same for every session, so that what is looked for is prepared once. */
const KEYS = [
  { label: 'operator key', privateKey: ACTORS.operator.privateKey },
  { label: 'checkpoint key', privateKey: AUDITOR.privateKey },
] as const

/** What another limit ends must not depend on how busy the machine is; a tool's own budget is 15 s. */
const SANDBOX_LIMITS = { wallClockMs: 14_000 }

/** Start the production runtime with the harness' ports. */
export function createSession(options: SessionOptions): Session {
  const { disk, storePath, policy, clock } = options
  let database: DatabaseSync | undefined
  const beside = options.beside?.()
  if (beside) database = beside.database
  const ports = { ...options, ...derivePorts(options) }
  const start = (own: RuntimePorts) => (beside ? beside.startBeside(own) : startRuntime(own))
  const runtime = start({
    ...ports,
    store: {
      path: storePath,
      readFile: readFileIfAny,
      under(opened) {
        database = opened
        return disk.under(opened)
      },
      reserve: openReserve(options),
    },
  })
  const open = (started: Runtime, policyInForce: SafetyPolicy): Session => {
    const driver = options.openDriver?.(started) ?? createDirectDriver(started.agent)
    return {
      ...started,
      database: database as DatabaseSync,
      policy: policyInForce,
      clock,
      driver,
      restart: (meanwhile, next = policyInForce) => open(started.restart(meanwhile, next), next),
      async close() {
        await driver.close()
        await started.close()
      },
    }
  }
  return open(runtime, policy)
}

/** What of a session's ports follows from the world, the seed and the faults. */
function derivePorts({ seed, forgery, clock, checkpointSink, catalogue, strategy }: SessionOptions) {
  return {
    registry: { ...DEV_REGISTRY, ...(catalogue ? { tools: catalogue } : {}) },
    besides: [HOSTILE_TOOL, HOSTILE_RISKY_TOOL, HOSTILE_SIGNER],
    sandboxLimits: SANDBOX_LIMITS,
    strategy: strategy ?? DEFAULT_STRATEGY,
    keys: KEYS,
    ...(checkpointSink
      ? { checkpoints: { sink: checkpointSink, signer: keyAccount(AUDITOR.privateKey) } }
      : {}),
    newStoreId: sha256Text(`store ${seed}`),
    createIds: (restarts) => countIds(`permit ${seed} ${restarts}`),
    ...(forgery ? { standIns: { mint: (mint) => forgeCapabilities(mint, forgery, clock) } } : {}),
  } satisfies Partial<RuntimePorts>
}

/** Give identifiers that follow from a name and their place. */
export function countIds(name: string): () => Hex {
  let ids = 0
  return () => {
    ids += 1
    return sha256Text(`${name} ${ids}`)
  }
}

/** The space that a halt keeps: on the disk that can be let fail, and on the real one for a store in a file. */
function openReserve({ disk, storePath }: SessionOptions): HaltReserve {
  if (storePath === ':memory:') return disk.reserve
  const file = createReserveFile(`${storePath}.reserve`)
  const both = [disk.reserve, file]
  return {
    hold() {
      for (const reserve of both) reserve.hold()
    },
    release() {
      for (const reserve of both) reserve.release()
    },
  }
}
