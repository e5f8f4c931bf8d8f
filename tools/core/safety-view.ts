import type { Address, Hex } from 'viem'
import type { Json } from './json.ts'
import type { LocalEntry } from './local-port.ts'
import type { Call, LocalPortName, PermittedPlan } from './plan.ts'
import type { LotKind } from './position.ts'
import type { Category, RiskTier } from './tool-def.ts'

/** A permit as read tools may see it. */
export interface PermitView {
  readonly permitId: string
  readonly tool: string
  readonly state: string
  readonly simulationHash: Hex
  readonly issuedAtWallMs: number
  readonly ttlSeconds: number
  /** For how long it can still be used by both clocks, as far as they were seen; 0 once it cannot. */
  readonly remainingSeconds: number
}

/** What a permit is for, and what became of it. */
export interface PermitDetails extends PermitView {
  readonly actionKind: string
  readonly params: Json
  /** Undefined where the preview told none. */
  readonly actionClass: string | undefined
  readonly plan: PermittedPlan
  /** Chain second after which the cage refuses it. */
  readonly deadlineSeconds: bigint
  readonly isGuardianSigned: boolean
  readonly isOwnerApproved: boolean
  /** Null until it was signed. */
  readonly transactionHash: Hex | null
}

/** Spending against its limits, USDC base units (6 decimals). */
export interface SpendingView {
  readonly perTransactionUsdc: bigint
  readonly perDayUsdc: bigint
  readonly hotLaneUsdc: bigint
  readonly spentInWindowUsdc: bigint
  readonly reservedUsdc: bigint
  /** What of both the guardian did not sign. */
  readonly unguardedUsdc: bigint
}

/** What may still be taken by allowances that were granted before the window, USDC base units. */
export interface LiveAuthorityView {
  readonly totalUsdc: bigint
  /** What of it the guardian never signed for. */
  readonly unguardedUsdc: bigint
}

/** A transaction of the agent's that is signed and not settled yet. */
export interface FlightView {
  /** The permit of its action. */
  readonly permitId: Hex
  readonly tool: string
  /** Whose nonce it is: the operator, or what carries the calls of one that is a contract. */
  readonly sender: Address
  readonly nonce: number
  /** Chain second after which the action can only revert. */
  readonly deadlineSeconds: bigint
  /** Everything that was signed for the nonce, in order; the last one is what is to be mined. */
  readonly signed: readonly {
    /** The action, the action at a higher fee, or nothing at all. */
    readonly kind: 'action' | 'raise' | 'cancel'
    readonly hash: Hex
    readonly maxFeePerGasWei: bigint
    readonly priorityFeeWei: bigint
  }[]
  /** Most that the permit lets a unit of gas cost. */
  readonly permittedFeePerGasWei: bigint
}

/** One entry of the audit log. */
export interface AuditEntryView {
  readonly index: number
  readonly kind: string
  readonly hash: Hex
  readonly previousHash: Hex
  readonly body: string
}

/** What the local policy says of an address. */
export interface AllowlistView {
  readonly isTarget: boolean
  readonly isSpender: boolean
  readonly isRecipient: boolean
  readonly isAsset: boolean
  readonly selectors: readonly Hex[]
}

/** What the local policy says of the cage and of what it may call: the configuration that a deployment is held to. */
export interface ConfiguredPolicy {
  /** Who owns the cage. */
  readonly owner: Address
  /** Who approves through the owner's gate; undefined where a key owns the cage. */
  readonly approver?: Address
  readonly guardian?: Address
  /** USDC base units (6 decimals). */
  readonly perDayUsdc: bigint
  readonly hotLaneUsdc: bigint
  /** Scaled by 10^18. */
  readonly minHealth: bigint
  readonly assets: readonly {
    readonly token: Address
    readonly symbol: string
    readonly feed?: Address
    readonly isStable: boolean
    /** The asset in which limits count. */
    readonly isNumeraire?: boolean
  }[]
  readonly targets: readonly {
    readonly address: Address
    readonly selectors: readonly Hex[]
    readonly codeHash?: Hex
  }[]
  readonly readers: readonly { readonly address: Address; readonly protocol: string }[]
  readonly recipients: readonly Address[]
  readonly spenders: readonly Address[]
  /** From which block on the account may have approved anybody, and of how many blocks providers show a log at once. */
  readonly logs: { readonly firstBlock: bigint; readonly maxBlocks: bigint }
}

/** A signature that was given and whose holder can still act on it. */
export interface OpenSignatureView {
  readonly permitId: Hex
  readonly primaryType: string
  /** Last second at which it holds; undefined where it is not known. */
  readonly untilSeconds: number | undefined
}

/** A loss of position units that events of its protocol explain; it blocks risk until the owner clears it. */
export interface LossView {
  readonly protocol: string
  readonly key: Hex
  readonly kind: LotKind
  readonly units: string
  readonly reason: string
}

/** Calls that are thought of, and what tool would make them. */
export interface ForeseenCalls {
  readonly calls: readonly Call[]
  readonly tool: { readonly category: Category; readonly riskTier: RiskTier }
}

/** What one layer says against calls. */
export interface ForeseenDenial {
  readonly layer: string
  readonly code: string
  readonly reason: string
  readonly wayOut: string
}

/** What calls do by their simulation, as a preview would count it; USDC base units (6 decimals). */
export interface ForeseenEffect {
  readonly actionClass: string
  /** Whether it only reduces risk or authority. */
  readonly isExit: boolean
  /** By the tool and the spend; undefined where the spend cannot be counted. */
  readonly riskClass: string | undefined
  /** Undefined where an asset has no sound price; the denials say which. */
  readonly spend:
    | {
        readonly outflowUsdc: bigint
        readonly allowanceUsdc: bigint
        readonly gasUsdc: bigint
        readonly totalUsdc: bigint
      }
    | undefined
  /** What would leave without the guardian's signature, and what may; undefined where nothing asks for it. */
  readonly guardianDemand: { readonly found: bigint; readonly expected: bigint } | undefined
  /** Seconds for which it is announced before it may be committed. */
  readonly waitSeconds: number
  readonly allowedPhases: readonly string[]
}

/** What calls through the cage would be judged as at the head, before anybody asks for a permit. */
export interface ForeseenAction {
  /** Second of the head on which it was simulated. */
  readonly headSeconds: bigint
  readonly gasUsed: bigint
  /** Why it fails; undefined where it does not. */
  readonly revertReason: string | undefined
  /** Undefined where it fails: then it does nothing. */
  readonly effect: ForeseenEffect | undefined
  readonly denials: readonly ForeseenDenial[]
}

/** Read-only sight of the safety layer, for the tools that report on it. */
export interface SafetyView {
  phase(): { phase: string; epoch: number; sinceWallMs: number }
  haltedSince(): number | undefined
  spending(): SpendingView
  /** Read the allowances that live; undefined when the providers do not say so together. */
  liveAllowances(): Promise<LiveAuthorityView | undefined>
  /** Losses that the owner has not cleared. */
  losses(): readonly LossView[]
  permits(): readonly PermitView[]
  /** One permit; undefined when none was issued under the id, or what it is for cannot be read. */
  permit(permitId: Hex): PermitDetails | undefined
  /** What is signed and not settled yet. */
  inFlight(): readonly FlightView[]
  /** What a local port keeps, the oldest first. */
  entries(port: LocalPortName): readonly LocalEntry[]
  audit(fromIndex: number, limit: number): readonly AuditEntryView[]
  /** The index that the next entry of the audit log gets. */
  nextAuditIndex(): number
  verifyAudit(): { ok: boolean; entries: number; problem?: string }
  allowlist(address: Address): AllowlistView
  /** Signatures that were given and are not over by their deadline; one that was cancelled before is among them. */
  openSignatures(): readonly OpenSignatureView[]
  /** The configuration in force. */
  configured(): ConfiguredPolicy
  /**
   * Say what calls would be judged as; nothing is issued, counted or kept.
   *
   * @throws ToolError CHAIN_TIMEOUT, WRONG_CHAIN, PROVIDERS_DISAGREE, SECRET_AT_SINK
   */
  foresee(asked: ForeseenCalls): Promise<ForeseenAction>
}
