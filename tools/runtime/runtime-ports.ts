import type { DatabaseSync } from 'node:sqlite'
import type { Address, Hex } from 'viem'
import type { CommitReport } from '../agent/committed.ts'
import type { Advise } from '../agent/delegation/advise.ts'
import type { Played } from '../agent/delegation/delegated-work.ts'
import type { BardoHost } from '../agent/extensions/bardo-host.ts'
import type { TickLimits } from '../agent/tick-budget.ts'
import type { AddressBook } from '../core/address-book.ts'
import type { Broadcaster, ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import type { AccountOwner } from '../core/contract-account.ts'
import type { AssayEvent } from '../core/events.ts'
import type { SdkPort } from '../core/sdk-port.ts'
import type { Tool } from '../core/tool-def.ts'
import type { GatewayPort } from '../gateway/offered-tools.ts'
import type { Registry } from '../profiles/registry.ts'
import type { CheckpointSigner } from '../safety/audit/checkpoint.ts'
import type { CheckpointSink } from '../safety/audit/checkpointer.ts'
import type { CapabilityMint } from '../safety/custody/capability.ts'
import type { TypedDataSigner } from '../safety/custody/custody.ts'
import type { HaltRoute } from '../safety/custody/send-for-halt.ts'
import type { TransactionSigner } from '../safety/custody/signers/transaction-signer.ts'
import type { SecondProvider } from '../safety/evidence/second-provider.ts'
import type { EmergencyGuardian } from '../safety/guardian/guardian-client.ts'
import type { HaltReserve } from '../safety/halt/halt-reserve.ts'
import type { Hook } from '../safety/hooks/hook.ts'
import type { JudgedPlan } from '../safety/permit/assess-action.ts'
import type { PhaseKeeper } from '../safety/policy/phase-keeper.ts'
import type { Phase } from '../safety/policy/phases.ts'
import type { SafetyPolicy } from '../safety/policy/policy.ts'
import type { ReadFile } from '../safety/store/open-database.ts'
import type { Secret } from '../safety/taint/secrets.ts'
import type { SandboxedToolRegistration } from '../sandbox/define-sandboxed-tool.ts'
import type { SandboxLimits } from '../sandbox/limits.ts'
import type { AgentChoice } from './declare-agent.ts'
import type { WorkspacePort } from './open-workspace.ts'

/** A contract account that operates the cage: of which protocol it is, and the owners that sign for it. */
export interface OperatorOwners {
  readonly protocol: string
  readonly owners: readonly AccountOwner[]
}

/** The signing side: what signs, who sends, and the owners of an operator that is a contract. */
export interface SigningPort {
  readonly signer: TransactionSigner
  /** Absent for an operator that is a contract: a relayer's signature is worth nothing to it. */
  readonly typedDataSigner?: TypedDataSigner
  /** The account that sends. */
  readonly sender: Address
  /** Set for an operator that is a contract. */
  readonly contract?: OperatorOwners
  close(): void
}

/** Where the store is, and what it stands on. */
export interface StorePort {
  /** `:memory:`, or a file. */
  readonly path: string
  readonly readFile: ReadFile
  /** Puts a disk below the database. */
  readonly under?: (database: DatabaseSync) => DatabaseSync
  /** Disk space for a halt's records; only a store in memory does without. */
  readonly reserve?: HaltReserve
}

/** Everything that the stack is started with; what it does outside of the process, it does through these. */
export interface RuntimePorts extends AgentChoice {
  readonly book: AddressBook
  readonly chain: ChainReader
  readonly broadcaster: Broadcaster
  /** A second way to the chain, by which a halt goes on when the first fails. */
  readonly alternate: HaltRoute
  readonly clock: Clock
  readonly secondProvider: SecondProvider | undefined
  /** Undefined when nobody answers for it. */
  readonly guardian: EmergencyGuardian | undefined
  /** Undefined for a stack that cannot sign. */
  readonly signing: SigningPort | undefined
  /** For how long custody has its wallet: while the runtime runs (default), or while a session of a model is open. */
  readonly walletFor?: 'runtime' | 'sessions'
  /** What the model may do in one tick; without, a tick has no bounds. */
  readonly tickLimits?: TickLimits
  readonly store: StorePort
  /** Where checkpoints of the audit log go and who signs them; only a store in memory does without. */
  readonly checkpoints?: { readonly sink: CheckpointSink; readonly signer: CheckpointSigner }
  /** The cage. */
  readonly account: Address
  /** The cage's operator: the address of the agent's key, or a contract account. */
  readonly operator: Address
  readonly policy: SafetyPolicy
  /** The phase of a store that knows none yet. */
  readonly phase: Phase
  /** The protocols that there are, with their tools and actions. */
  readonly registry: Registry
  /** Tools beside those of the profile. */
  readonly besides?: readonly Tool[]
  /** Protocols that the owner allows; all without. */
  readonly protocols?: readonly string[]
  /** Untrusted tools, which run in the sandbox. */
  readonly untrustedTools?: readonly SandboxedToolRegistration[]
  readonly sandboxLimits?: Partial<SandboxLimits>
  /** The owner's strategy, which is confidential; undefined when there is none. */
  readonly strategy: string | undefined
  /** Private keys of the process, which no sink may show. */
  readonly keys: readonly { readonly label: string; readonly privateKey: Hex }[]
  /** Secrets besides keys and strategy. */
  readonly secrets?: readonly Secret[]
  /** The identifier of a new store, 32 bytes. */
  readonly newStoreId: Hex
  /** Gives a new 32-byte identifier at each call, others after each restart. */
  readonly createIds: (restarts: number) => () => Hex
  readonly onEvent: (event: AssayEvent) => void
  /** Sees every plan that is about to be judged. */
  readonly onJudging?: (judged: JudgedPlan) => void
  /** Sees the full report of every committed action. */
  readonly onCommitted: (report: CommitReport) => void
  /** Advises before each commit of an archetype that writes; without, what the safety layer says of itself does. */
  readonly advise?: Advise
  /** Lets a model play a session that another model delegated to; without, none delegates. */
  readonly playSession?: PlaySession
  /** What workspace tools stand on; without, a config that names some is refused. */
  readonly workspace?: WorkspacePort
  /** The SDKs of protocols; without, a plan that needs their maths is refused. */
  readonly sdks?: SdkPort
  /** The gateway of this process; without, a config that names tools of one is refused. */
  readonly gateway?: GatewayPort
  readonly standIns?: StandIns
}

/** Let a model do a task over a host until it ends its turn; the signal gives it up. */
export type PlaySession = (host: BardoHost, task: string, signal: AbortSignal | undefined) => Promise<Played>

/** What an experiment puts in the place of parts; production replaces nothing. */
export interface StandIns {
  readonly hooks?: (hooks: readonly Hook[]) => readonly Hook[]
  readonly mint?: (mint: CapabilityMint) => Pick<CapabilityMint, 'mint'>
  readonly phases?: PhaseKeeper
}
