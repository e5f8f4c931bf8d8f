import type { Address, Hex } from 'viem'
import type { EventKind } from '../../tools/core/events.ts'
import type { Json } from '../../tools/core/json.ts'
import type { Claim } from '../../tools/safety/hooks/hook.ts'
import type { StoreDamage } from '../audit/store-damage.ts'
import type { RpcEndpoint, RpcFault } from '../chain/faults.ts'
import type { Order } from '../chain/gate.ts'
import type { AnswerLies } from '../chain/lying-rpc.ts'
import type { UpstreamFault } from '../chain/upstream-proxy.ts'
import type { GuardianMode } from '../guardian/scenario-guardian.ts'
import type { DiskFault } from '../stage/disk.ts'
import type { StageSetup } from '../stage/open-stage.ts'
import type { SecondProviderMode } from '../stage/second-provider.ts'
import type { ApprovalMode } from '../stage/sign-approval.ts'
import type { AgentName } from '../stage/stage.ts'
import type { ActorName } from '../world/actors.ts'
import type { HostileTraits } from '../world/place-hostile-tokens.ts'
import type { RawCall, RawTypedData } from './encode-raw.ts'
import type { Place } from './yaml-source.ts'

/** A value of a step that a binding fills in: `${permit}`. Everything else is resolved when the file is parsed. */
export type Bound<T> = T | { readonly binding: string }

/** An account in a step: an actor, the cage, or an address. */
export type AccountRef = ActorName | 'cage' | Address

/** A trade of somebody else. */
export interface TradeOrder {
  readonly actor: ActorName
  readonly tokenIn: string
  readonly tokenOut: string
  readonly amountInBaseUnits: bigint
}

/** What one step does. */
export type StepAction =
  | {
      readonly kind: 'preview'
      readonly action: string
      readonly params: Json
      readonly claims: readonly Claim[]
    }
  | {
      readonly kind: 'act'
      readonly action: string
      readonly params: Json
      readonly claims: readonly Claim[]
    }
  | { readonly kind: 'commit'; readonly permit: Bound<string> }
  | { readonly kind: 'cancel'; readonly permit: Bound<string> }
  | { readonly kind: 'query'; readonly tool: string; readonly params: Json }
  | {
      readonly kind: 'raw'
      readonly calls: readonly RawCall[]
      readonly delegate?: string
      /** Whether the tool that plans them is of the riskiest tier. */
      readonly isRisky: boolean
      /** What the plan hides of its outcome, or says on top of it. */
      readonly lies: { readonly hides?: true; readonly says?: string }
      readonly commits: boolean
    }
  | {
      readonly kind: 'outsider'
      readonly actor: ActorName
      /** A permit of a signature, which is submitted before the calls. */
      readonly submits?: Bound<string>
      readonly calls: readonly RawCall[]
      /** Whether the chain is expected to refuse the last of it. */
      /** Whether the chain refuses the last of it; undefined when nobody says. */
      readonly reverts: boolean | undefined
    }
  | { readonly kind: 'sign'; readonly typedData: RawTypedData; readonly commits: boolean }
  | {
      readonly kind: 'tool'
      readonly tool: string
      readonly params: Json
      readonly approval?: ApprovalMode
    }
  | { readonly kind: 'call'; readonly tool: string; readonly args: Json }
  | { readonly kind: 'halt'; readonly reason: string }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'skew'; readonly wallMs: number; readonly chainSeconds: number }
  | {
      readonly kind: 'price'
      readonly prices: readonly { readonly token: string; readonly usd: string }[]
      readonly ageMs?: number
      /** The only publisher whose feed moves; both without it. */
      readonly source?: 'primary' | 'secondary'
      /** Decimals in which feeds answer; their own without. */
      readonly decimals?: number
    }
  | { readonly kind: 'shock'; readonly prices: readonly { readonly token: string; readonly usd: string }[] }
  | {
      readonly kind: 'lie'
      readonly prices: readonly { readonly token: string; readonly usd: string }[]
      readonly codeOf?: string
      /** What the account is said to hold. */
      readonly balance?: { readonly token: string; readonly amountBaseUnits: bigint }
      /** What it makes of its answers; what was withdrawn is named by symbol. */
      readonly answers: Omit<AnswerLies, 'withdrawn'> & {
        readonly withdrawn?: { readonly token: string; readonly amountBaseUnits: bigint }
      }
    }
  | { readonly kind: 'sequencer'; readonly status: 'up' | 'down' }
  | ({ readonly kind: 'trade' | 'sandwich' } & TradeOrder)
  | {
      readonly kind: 'transfer'
      readonly from: AccountRef
      readonly to: AccountRef
      readonly token: string
      readonly amountBaseUnits: bigint
    }
  | { readonly kind: 'phase'; readonly phase: string }
  | { readonly kind: 'vitality'; readonly vitalityBps: number | 'read' | 'unknown' }
  | { readonly kind: 'mine'; readonly blocks: number }
  | { readonly kind: 'mining'; readonly isOn: boolean }
  | { readonly kind: 'baseFee'; readonly wei: bigint }
  | { readonly kind: 'fault'; readonly fault: RpcFault; readonly on: RpcEndpoint }
  | { readonly kind: 'upstream'; readonly fault: UpstreamFault }
  | { readonly kind: 'disk'; readonly fails: DiskFault; readonly fromWrite: number }
  | { readonly kind: 'heal' }
  | { readonly kind: 'secondProvider'; readonly mode: SecondProviderMode }
  | { readonly kind: 'guardian'; readonly mode: GuardianMode }
  | {
      readonly kind: 'token'
      readonly tokens: readonly { readonly token: string; readonly traits: Partial<HostileTraits> }[]
    }
  | { readonly kind: 'together'; readonly steps: readonly Step[]; readonly order?: Order }
  | { readonly kind: 'drop' }
  | { readonly kind: 'mark' }
  | { readonly kind: 'reorg'; readonly depth?: number; readonly ahead?: TradeOrder }
  | { readonly kind: 'include'; readonly permit: Bound<string> }
  | { readonly kind: 'recover' }
  | { readonly kind: 'reconcile' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'agent'; readonly name: AgentName; readonly sharesStore: boolean }
  | { readonly kind: 'copy' }
  | { readonly kind: 'damage'; readonly damage: StoreDamage }
  | { readonly kind: 'tamper'; readonly permit: Bound<string>; readonly field: TamperField }
  | { readonly kind: 'code'; readonly at: string; readonly code: Hex }
  | { readonly kind: 'storage'; readonly at: string; readonly slot: Hex; readonly word: Hex }
  | { readonly kind: 'expect' }

/** Parts of a stored permit that a scenario can falsify. */
export type TamperField =
  | 'value'
  | 'target'
  | 'data'
  | 'gasLimit'
  | 'nonce'
  | 'deadline'
  | 'expectation'
  | 'policyVersion'
  | 'phaseEpoch'
  | 'issued'

/** How an amount is compared; amounts in base units. */
export type AmountCheck =
  | { readonly op: '=' | '<' | '<=' | '>' | '>='; readonly value: bigint }
  | { readonly op: '~'; readonly value: bigint; readonly toleranceBps: number }

/** What a step is expected to come to. */
export interface Expectations {
  readonly allowed?: true
  readonly committed?: true
  readonly denied?: { readonly layer?: string; readonly code?: string }
  readonly error?: { readonly code: string }
  /** Codes of which each denial of steps that ran together has one. */
  readonly denials?: readonly string[]
  readonly actionClass?: string
  readonly observed?: 'unchanged' | ReadonlyMap<string, AmountCheck>
  readonly errorBps?: number
  readonly data?: Readonly<Record<string, Json>>
  readonly permit?: string
  readonly phase?: string
  /** Counted spend of this action, USDC base units. */
  readonly spend?: AmountCheck
  /** Total of the rolling window, USDC base units. */
  readonly spent?: AmountCheck
  readonly halted?: boolean
  /** Gas that the transactions of agent and guardian used. */
  readonly gas?: AmountCheck
  /** What they paid for it, wei. */
  readonly fee?: AmountCheck
  /** How many of them were mined. */
  readonly transactions?: AmountCheck
  /** Most simulated time that the step may wait for late or missing answers. */
  readonly waitedMs?: number
  readonly audit?: 'intact'
  readonly events?: readonly { readonly kind: EventKind; readonly fields: Readonly<Record<string, Json>> }[]
  readonly balances?: readonly {
    readonly account: AccountRef
    readonly token: string
    readonly check: AmountCheck
  }[]
  readonly allowances?: readonly {
    readonly token: string
    readonly spender: string
    readonly check: AmountCheck
  }[]
}

/** One step of a scenario. */
export interface Step {
  /** Line in the file. */
  readonly line: number
  readonly title: string
  readonly action: StepAction
  /** Name under which the step's permit is bound. */
  readonly as?: string
  /** Whether its input is bad on purpose. */
  readonly isMalformed?: boolean
  /** Where its expectations stand, by name. */
  readonly places?: Readonly<Record<string, Place>>
  readonly expect?: Expectations
}

/** What a kept failure was found with. */
export interface FoundBy {
  /** Property that it violates. */
  readonly property: string
  readonly seed: string
  /** Number of the drawn case that failed first. */
  readonly case: number
  readonly law: string
  readonly layer?: string
  readonly code?: string
  /** Defaults that the file relies on, by name. */
  readonly settings: Readonly<Record<string, string>>
}

/** One cell of a scenario file's matrix, ready to run. */
export interface Scenario {
  readonly name: string
  readonly description?: string
  /** Invariants that it checks, by id: I14. */
  readonly invariants: readonly string[]
  /** Present when the scenario is a failure that a fuzz run found. */
  readonly found?: FoundBy
  readonly matrix: Readonly<Record<string, string>>
  /** Text of the file that it was read from. */
  readonly source: string
  readonly setup: StageSetup
  readonly steps: readonly Step[]
}
