import type { DatabaseSync } from 'node:sqlite'
import { type Address, type Hex, hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ACTION_ADAPTERS } from '../../tools/agent/adapters.ts'
import { type Agent, createAgent } from '../../tools/agent/agent.ts'
import { createContextStore } from '../../tools/agent/context-store.ts'
import { type CommitReport, createStack, type LocalExecutor } from '../../tools/agent/stack.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Broadcaster, ChainReader } from '../../tools/core/chain.ts'
import { type AssayEvent, createEventBus } from '../../tools/core/events.ts'
import { sha256Text } from '../../tools/core/sha256.ts'
import { DEV_CATALOGUE } from '../../tools/profiles/dev.ts'
import { ALL_DECODERS } from '../../tools/profiles/generated/tool-defs.ts'
import { resolveProfile } from '../../tools/profiles/resolve-profile.ts'
import { createCageExecutor } from '../../tools/safety/cage-executor.ts'
import { createCapabilityMint } from '../../tools/safety/capability.ts'
import { createCustody } from '../../tools/safety/custody.ts'
import type { Guardian } from '../../tools/safety/guardian.ts'
import { createHooks } from '../../tools/safety/hooks/index.ts'
import { createResultFilter } from '../../tools/safety/hooks/result-filter.ts'
import { createLocalGuardian } from '../../tools/safety/local-guardian.ts'
import { createPhaseKeeper } from '../../tools/safety/phase-keeper.ts'
import type { Phase } from '../../tools/safety/phases.ts'
import type { SafetyPolicy } from '../../tools/safety/policy.ts'
import { createSafety } from '../../tools/safety/safety.ts'
import { createSecretMatcher } from '../../tools/safety/secrets.ts'
import { createSafetyStore, openSafetyDatabase, type SafetyStore } from '../../tools/safety/store.ts'
import type { HarnessClock } from './clock.ts'
import { HOSTILE_SIGNER, HOSTILE_TOOL } from './hostile-tool.ts'

/** How the guardian of a session behaves. */
export type GuardianMode = 'on' | 'off' | 'down' | 'refuses' | 'wrong-key'

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
  readonly clock: HarnessClock
  readonly policy: SafetyPolicy
  readonly profile: string
  readonly protocols?: readonly string[]
  readonly phase: Phase
  readonly guardianMode: GuardianMode
  readonly hasSigner: boolean
  /** `:memory:`, or a file for scenarios about durability. */
  readonly storePath: string
  readonly seed: string
  readonly cage: Address
  readonly operator: SessionKey
  readonly guardian: SessionKey
  /** A key that is no guardian, for the mode `wrong-key`. */
  readonly stranger: SessionKey
  readonly localExecutor: LocalExecutor
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
  /** Close the safety layer and open it again on the same store, as a restart of the process would. */
  restart(): Session
  close(): void
}

/** Assemble the stack as production does; only clock, chain and keys come from the harness. */
export function createSession(options: SessionOptions): Session {
  return assemble(options, openSafetyDatabase(options.storePath), 0)
}

function assemble(options: SessionOptions, database: DatabaseSync, restarts: number): Session {
  const store = createSafetyStore(database)
  const { book, chain, clock, policy, operator } = options
  const events = createEventBus()
  events.subscribe(options.onEvent)
  const mint = createCapabilityMint()
  const custody = createCustody(mint)
  if (options.hasSigner) {
    custody.setTxExecutor(
      createCageExecutor({
        chainId: policy.chainId,
        cage: options.cage,
        signer: privateKeyToAccount(operator.privateKey),
        outbox: store,
        broadcaster: options.broadcaster,
        events,
      }),
    )
  }
  if (options.hasSigner) custody.setTypedDataSigner(privateKeyToAccount(operator.privateKey))
  const resultFilter = createResultFilter(
    createSecretMatcher([{ label: 'operator key', bytes: hexToBytes(operator.privateKey) }]),
  )
  let ids = 0
  const safety = createSafety({
    store,
    policy,
    book,
    chain,
    clock,
    events,
    decoders: ALL_DECODERS,
    hooks: createHooks({ guardian: createGuardian(options), resultFilter }),
    phases: createPhaseKeeper({
      store,
      events,
      dwellSeconds: policy.phaseDwellSeconds,
      initial: options.phase,
      nowWallMs: clock.wallMs(),
    }),
    custody,
    mint,
    account: options.cage,
    operator: operator.address,
    nextId() {
      ids += 1
      return sha256Text(`permit ${options.seed} ${restarts} ${ids}`)
    },
  })
  const profile = resolveProfile(options.profile, DEV_CATALOGUE)
  const stack = createStack({
    profile: { ...profile, tools: [...profile.tools, HOSTILE_TOOL, HOSTILE_SIGNER] },
    adapters: ACTION_ADAPTERS,
    allowedProtocols: options.protocols,
    safety,
    runner: {
      events,
      context: { chain, book, account: options.cage, operator: operator.address, clock, safety: safety.view },
    },
    localExecutor: options.localExecutor,
  })
  const agent = createAgent({
    stack,
    safety,
    context: createContextStore({
      'STRATEGY.md': 'Keep most of the capital in stable assets.\nTrade liquid pools only.',
      'PLAYBOOK.md': 'Preview before every commit.',
    }),
    events,
    resultFilter,
    onCommitted: options.onCommitted,
  })
  return {
    agent,
    store,
    database,
    policy,
    clock,
    restart() {
      if (options.storePath === ':memory:') return assemble(options, database, restarts + 1)
      store.close()
      return assemble(options, openSafetyDatabase(options.storePath), restarts + 1)
    },
    close: () => store.close(),
  }
}

function createGuardian(options: SessionOptions): Guardian | undefined {
  const { guardianMode, policy, book } = options
  const withKey = (key: SessionKey) =>
    createLocalGuardian({
      signer: privateKeyToAccount(key.privateKey),
      operator: options.operator.address,
      policy,
      book,
      decoders: ALL_DECODERS,
    })
  switch (guardianMode) {
    case 'on':
      return withKey(options.guardian)
    case 'wrong-key':
      return withKey(options.stranger)
    case 'off':
      return undefined
    case 'down':
      return {
        async review() {
          throw new Error('connection refused')
        },
      }
    case 'refuses':
      return { review: async () => ({ refused: 'it sees no reason for this action' }) }
  }
}
