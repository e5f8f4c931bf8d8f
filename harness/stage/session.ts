import type { DatabaseSync } from 'node:sqlite'
import { type Address, type Hex, hexToBytes, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ACTION_KINDS } from '../../tools/agent/action-kinds.ts'
import { type Agent, createAgent } from '../../tools/agent/agent.ts'
import { createContextStore } from '../../tools/agent/context-store.ts'
import { createLiquidator } from '../../tools/agent/liquidate.ts'
import { createRequestKinds } from '../../tools/agent/request-kinds.ts'
import { type CommitReport, createStack, type LocalExecutor, type Stack } from '../../tools/agent/stack.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Broadcaster, ChainReader } from '../../tools/core/chain.ts'
import { type AssayEvent, createEventBus } from '../../tools/core/events.ts'
import { sha256Text } from '../../tools/core/sha256.ts'
import type { ToolDef } from '../../tools/core/tool-def.ts'
import { DEV_CATALOGUE } from '../../tools/profiles/dev.ts'
import { resolveProfile } from '../../tools/profiles/resolve-profile.ts'
import { createProtocolPorts } from '../../tools/runtime/protocol-ports.ts'
import { type CheckpointSink, createCheckpointer } from '../../tools/safety/audit/checkpointer.ts'
import { createCageExecutor } from '../../tools/safety/custody/cage-executor.ts'
import { createCapabilityMint } from '../../tools/safety/custody/capability.ts'
import { createCustody } from '../../tools/safety/custody/custody.ts'
import type { SecondProvider } from '../../tools/safety/evidence/second-provider.ts'
import type { EmergencyGuardian } from '../../tools/safety/guardian/guardian-client.ts'
import type { HaltReserve } from '../../tools/safety/halt/halt-reserve.ts'
import { createHooks } from '../../tools/safety/hooks/index.ts'
import { createResultFilter } from '../../tools/safety/hooks/result-filter.ts'
import { createPhaseKeeper } from '../../tools/safety/policy/phase-keeper.ts'
import type { Phase } from '../../tools/safety/policy/phases.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import { createSafety } from '../../tools/safety/safety.ts'
import { createHaltLatch } from '../../tools/safety/store/halt-latch.ts'
import { createSafetyStore, openSafetyDatabase, type SafetyStore } from '../../tools/safety/store/store.ts'
import { createToolPins } from '../../tools/safety/store/tool-pins.ts'
import { SecretBytes } from '../../tools/safety/taint/secret-bytes.ts'
import { createSecretMatcher, type Secret, type SecretMatcher } from '../../tools/safety/taint/secrets.ts'
import {
  createSinkGuard,
  guardAudit,
  guardEvents,
  type SinkGuard,
} from '../../tools/safety/taint/sink-guard.ts'
import {
  defineSandboxedTool,
  type SandboxedToolRegistration,
} from '../../tools/sandbox/define-sandboxed-tool.ts'
import { createSandbox } from '../../tools/sandbox/sandbox.ts'
import { readFileIfAny } from '../audit/read-file.ts'
import { createReserveFile } from '../audit/reserve-file.ts'
import type { HarnessClock } from './clock.ts'
import type { Disk } from './disk.ts'
import { type CapabilityForgery, forgeCapabilities } from './forge-capability.ts'
import { HOSTILE_RISKY_TOOL, HOSTILE_SIGNER, HOSTILE_TOOL } from './hostile-tool.ts'
import type { SessionSigner } from './session-signer.ts'

/** A key of the world. */
export interface SessionKey {
  readonly address: Address
  readonly privateKey: Hex
}

/** Everything that one session of the stack needs. */
export interface SessionOptions {
  readonly book: AddressBook
  readonly chain: ChainReader
  readonly broadcaster: Broadcaster
  /** A second way to the chain, by which a halt goes on when the first fails. */
  readonly alternate: { readonly chain: ChainReader; readonly broadcaster: Broadcaster }
  readonly clock: HarnessClock
  readonly policy: SafetyPolicy
  readonly profile: string
  /** Every tool there is; all of Assay's by default. */
  readonly catalogue?: readonly ToolDef[]
  readonly protocols?: readonly string[]
  readonly phase: Phase
  /** Undefined when nobody answers for it. */
  readonly guardian: EmergencyGuardian | undefined
  readonly secondProvider: SecondProvider | undefined
  /** The signing side, or undefined for a stack that cannot sign. */
  readonly signer: SessionSigner | undefined
  /** What custody gets in place of the capabilities that are minted. */
  readonly forgery?: CapabilityForgery
  /** `:memory:`, or a file for scenarios about durability. */
  readonly storePath: string
  /** Where checkpoints of the audit log go; a store in memory has none. */
  readonly checkpointSink?: CheckpointSink
  /** The disk below the store. */
  readonly disk: Disk
  readonly seed: string
  readonly cage: Address
  /** Signs checkpoints of the audit log. */
  readonly auditor: SessionKey
  /** The owner's strategy, which is confidential. */
  readonly strategy?: string
  /** Secrets of the process besides its keys. */
  readonly secrets?: readonly Secret[]
  /** The cage's operator: the address of the agent's key, or a Safe. */
  readonly operator: Address
  /** The agent's key, which no result may show. */
  readonly agentKey: SessionKey
  readonly localExecutor: LocalExecutor
  /** Tools of strangers, which run in the sandbox. */
  readonly untrustedTools?: readonly SandboxedToolRegistration[]
  readonly onEvent: (event: AssayEvent) => void
  readonly onCommitted: (report: CommitReport) => void
}

/** The whole production stack, assembled over one fork. */
export interface Session {
  readonly agent: Agent
  readonly store: SafetyStore
  /** The store's own database, for looking past the stack and for tampering. */
  readonly database: DatabaseSync
  readonly policy: SafetyPolicy
  readonly clock: HarnessClock
  /** Stands before every sink, the run's record included. */
  readonly guard: SinkGuard
  /**
   * Close the safety layer and open it again on the same store, as a restart of the process would.
   *
   * @param meanwhile - done while no process holds the store
   * @throws ToolError when the store is refused; the session stays closed
   */
  restart(meanwhile?: () => void): Session
  /** Write the last checkpoint and close the store. */
  close(): Promise<void>
}

const DEFAULT_STRATEGY = 'Keep most of the capital in stable assets.\nTrade liquid pools only.'
const DIRECTIVES_KEY = 'directives'

/** Audit entries after which an action waits for a checkpoint. */
const CHECKPOINT_EVERY_ENTRIES = 16

/** Assemble the stack as production does; only clock, chain and keys come from the harness. */
export function createSession(options: SessionOptions): Session {
  return assemble(options, openSafetyDatabase(options.storePath, readFileIfAny), 0)
}

function assemble(options: SessionOptions, database: DatabaseSync, restarts: number): Session {
  const secrets = collectSecrets(options)
  const guard = createSinkGuard(secrets)
  const store = guardAudit(createSafetyStore(options.disk.under(database)), guard)
  const { book, chain, clock, policy, operator } = options
  const events = guardEvents(createEventBus(), guard)
  events.subscribe(options.onEvent)
  const ports = createProtocolPorts(book)
  const latch = createHaltLatch(store)
  const mint = createCapabilityMint()
  const custody = createCustody(mint, guard)
  const { signer: side } = options
  if (side !== undefined) {
    custody.setTxExecutor(
      createCageExecutor({
        chainId: policy.chainId,
        cage: options.cage,
        ...(policy.approver ? { gate: policy.owner } : {}),
        signer: side.signer,
        sender: side.sender,
        ...(side.envelope ? { envelope: side.envelope } : {}),
        clock,
        outbox: store,
        latch,
        broadcaster: options.broadcaster,
        events,
      }),
    )
    if (side.typedDataSigner) custody.setTypedDataSigner(side.typedDataSigner)
  }
  const resultFilter = createResultFilter(secrets)
  let ids = 0
  const safety = createSafety({
    store,
    policy,
    book,
    chain,
    secondProvider: options.secondProvider,
    clock,
    events,
    guard,
    ...ports,
    hooks: createHooks({ resultFilter }),
    phases: createPhaseKeeper({
      store,
      events,
      dwellSeconds: policy.phaseDwellSeconds,
      initial: options.phase,
      nowWallMs: clock.wallMs(),
    }),
    custody,
    mint: options.forgery ? forgeCapabilities(mint, options.forgery) : mint,
    latch,
    haltRoutes: [{ chain, broadcaster: options.broadcaster }, options.alternate],
    // A Safe's owners are not asked in a halt: the guardian pauses.
    ...(side === undefined || side.envelope !== undefined ? {} : { haltSigner: side.signer }),
    haltReserve: openReserve(options),
    ...(options.guardian ? { guardian: options.guardian } : {}),
    liquidate: createLiquidator({
      stackOver: (way) => (way === chain ? stack : stackOver(way)),
      clock,
      policy,
      wrappedNative: book.wrappedNative,
      account: options.cage,
    }),
    unwind: (positionId, way) =>
      (way === chain ? stack : stackOver(way)).planAction('close-liquidity', { positionId }),
    ...(options.checkpointSink
      ? {
          checkpoints: createCheckpointer({
            store,
            signer: privateKeyToAccount(options.auditor.privateKey),
            sink: options.checkpointSink,
            clock,
            everyEntries: CHECKPOINT_EVERY_ENTRIES,
            newStoreId: sha256Text(`store ${options.seed}`),
          }),
        }
      : {}),
    account: options.cage,
    operator,
    ...(side?.route ? { route: side.route } : {}),
    nextId() {
      ids += 1
      return sha256Text(`permit ${options.seed} ${restarts} ${ids}`)
    },
  })
  const catalogue = options.catalogue ?? DEV_CATALOGUE
  const profile = resolveProfile(options.profile, catalogue)
  const sandbox = createSandbox({
    events,
    setTimer: clock.setTimer,
    // What another limit ends must not depend on how busy the machine is; a tool's own budget is 15 s.
    limits: { wallClockMs: 14_000 },
  })
  const untrusted = (options.untrustedTools ?? []).map((tool) => defineSandboxedTool(tool, sandbox))
  const hostile = [HOSTILE_TOOL, HOSTILE_RISKY_TOOL, HOSTILE_SIGNER]
  const pins = createToolPins(store, [...untrusted, ...catalogue, ...hostile])
  const stackOver = (way: ChainReader): Stack =>
    createStack({
      // The stack's own tools come last, since of tools with one name the last is taken.
      profile: { ...profile, tools: [...untrusted, ...profile.tools, ...hostile] },
      kinds: [...ACTION_KINDS, ...createRequestKinds(untrusted, ACTION_KINDS)],
      allowedProtocols: options.protocols,
      safety,
      pins,
      runner: {
        events,
        context: {
          chain: way,
          book,
          interfaces: ports.interfaces,
          markets: ports.markets,
          account: options.cage,
          operator,
          clock,
          safety: safety.view,
        },
      },
      localExecutor: options.localExecutor,
    })
  const stack = stackOver(chain)
  const agent = createAgent({
    stack,
    safety,
    context: createContextStore(
      { 'STRATEGY.md': options.strategy ?? DEFAULT_STRATEGY, 'PLAYBOOK.md': 'Preview before every commit.' },
      {
        read: () => store.readMeta(DIRECTIVES_KEY),
        write: (text) => store.writeMeta(DIRECTIVES_KEY, text),
      },
      clock,
    ),
    events,
    resultFilter,
    guard,
    onCommitted: options.onCommitted,
  })
  return {
    agent,
    store,
    database,
    policy,
    clock,
    guard,
    restart(meanwhile = () => undefined) {
      if (options.storePath === ':memory:') return assemble(options, database, restarts + 1)
      store.close()
      meanwhile()
      return assemble(options, openSafetyDatabase(options.storePath, readFileIfAny), restarts + 1)
    },
    async close() {
      await safety.seal()
      side?.close()
      store.close()
    },
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

/** Everything that no sink may show; the bytes are wiped once the matcher knows them. */
function collectSecrets(options: SessionOptions): SecretMatcher {
  const keys = [
    ['operator key', options.agentKey],
    ['checkpoint key', options.auditor],
  ] as const
  const held = keys.map(([label, { privateKey }]) => ({
    label,
    key: new SecretBytes(hexToBytes(privateKey), 'WalletSecret'),
  }))
  try {
    return createSecretMatcher([
      ...held.map(({ label, key }) => key.use((bytes) => ({ label, bytes, taint: key.label }))),
      {
        label: 'strategy',
        bytes: stringToBytes(options.strategy ?? DEFAULT_STRATEGY),
        taint: 'StrategyConfidential',
        isText: true,
      },
      ...(options.secrets ?? []),
    ])
  } finally {
    for (const { key } of held) key.wipe()
  }
}
