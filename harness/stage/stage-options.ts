import type { Address } from 'viem'
import type { TickLimits } from '../../tools/agent/tick-budget.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { SdkPort } from '../../tools/core/sdk-port.ts'
import type { Tool } from '../../tools/core/tool-def.ts'
import type { LocalWorld } from '../../tools/devtools/chain-control.ts'
import type { RuntimePorts } from '../../tools/runtime/runtime-ports.ts'
import type { CheckpointSink } from '../../tools/safety/audit/checkpointer.ts'
import type { Phase } from '../../tools/safety/policy/phases.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import type { SandboxedToolRegistration } from '../../tools/sandbox/define-sandboxed-tool.ts'
import type { Fork } from '../chain/fork.ts'
import type { LocalChain } from '../chain/local-chain.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { UpstreamProxy } from '../chain/upstream-proxy.ts'
import type { GuardianHost } from '../guardian/guardian-host.ts'
import type { GuardianMode } from '../guardian/guardian-mode.ts'
import type { DriverName } from '../pi/driver.ts'
import type { CapabilityForgery } from './forge-capability.ts'
import type { SecondProviderMode } from './second-provider.ts'
import type { SignerMode, SigningSubject } from './session-signer.ts'
import type { Stage } from './stage.ts'

/** A fork with the three separate connections of a run: harness, tested side, oracle. The stack's second node is the oracle's. */
export interface StageChain {
  readonly fork: Fork
  readonly book: AddressBook
  readonly agentRpc: RpcClient
  readonly oracleRpc: RpcClient
  /** What the stack asks of its second node, over the oracle's connection. */
  readonly secondRpc: RpcClient
  readonly guardians: GuardianHost
  /** The SDKs beside the stack, in a process that starts when it is first asked. */
  readonly sdks?: SdkPort
  /** Start a chain of its own in a world; absent where nothing starts one. */
  readonly startLocal?: (world: LocalWorld) => Promise<LocalChain>
  /** Stands between the fork and its origin; undefined before a chain of the user's. */
  readonly upstream?: UpstreamProxy | undefined
}

/** What a test says of the agent besides its profile and archetype. */
export type StageAgent = Pick<RuntimePorts, 'config' | 'environment' | 'advise' | 'playSession'>

/** What distinguishes one scenario's stack from another's. */
export interface StageOptions {
  readonly profile?: string
  readonly archetype?: string
  readonly agent?: StageAgent
  readonly protocols?: readonly string[]
  readonly phase: Phase
  readonly policy: SafetyPolicy
  readonly cage: Address
  readonly guardian: GuardianMode
  readonly secondProvider: SecondProviderMode
  readonly signer: SignerMode
  /** Set where the stack has no SDKs beside it though its chain does. */
  readonly lacksSdks?: boolean
  /** The protocol of the contract account that owns the cage through its gate; absent where a key does. */
  readonly ownerAccount?: string
  /** What custody gets in place of the capabilities that are minted. */
  readonly forgery?: CapabilityForgery
  /** Told of all that the agent's key is asked to sign. */
  readonly onSigning?: (subject: SigningSubject) => void
  /** The cage's operator. */
  readonly operator: Address
  /** Base fee of all blocks. */
  readonly baseFeeWei: bigint
  readonly storePath: string
  /** The stage of another chain of the same agent, with whose stack this one's shares the store. */
  readonly beside?: Stage
  readonly checkpointSink?: CheckpointSink
  /** Where the checkpoints are kept, for those who damage them. */
  readonly checkpointPath?: string
  readonly catalogue?: readonly Tool[]
  readonly strategy?: string
  readonly secrets?: readonly Secret[]
  /** Who makes the agent's calls; the dispatcher without it. */
  readonly driver?: DriverName
  /** What the model may do in one tick. */
  readonly tickLimits?: TickLimits
  /** Whether likely reads are made ahead of the model. */
  readonly speculates?: boolean
  /** Time after which the next tick begins by itself; by default it begins where a step says so. */
  readonly heartbeatMs?: number
  readonly seed: string
  readonly untrustedTools?: readonly SandboxedToolRegistration[]
}
