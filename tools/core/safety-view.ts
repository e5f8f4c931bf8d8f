import type { Address, Hex } from 'viem'
import type { LotKind } from './position.ts'

/** A permit as read tools may see it. */
export interface PermitView {
  readonly permitId: string
  readonly tool: string
  readonly state: string
  readonly simulationHash: Hex
  readonly issuedAtWallMs: number
  readonly ttlSeconds: number
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
  }[]
  readonly targets: readonly {
    readonly address: Address
    readonly selectors: readonly Hex[]
    readonly codeHash?: Hex
  }[]
  readonly readers: readonly { readonly address: Address; readonly protocol: string }[]
  readonly recipients: readonly Address[]
}

/** A loss of position units that events of its protocol explain; it blocks risk until the owner clears it. */
export interface LossView {
  readonly protocol: string
  readonly key: Hex
  readonly kind: LotKind
  readonly units: string
  readonly reason: string
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
  audit(fromIndex: number, limit: number): readonly AuditEntryView[]
  verifyAudit(): { ok: boolean; entries: number; problem?: string }
  allowlist(address: Address): AllowlistView
  /** The configuration in force. */
  configured(): ConfiguredPolicy
}
