import type { Address, Hex } from 'viem'
import { findByAddress } from '../../core/find-by-address.ts'
import { toCanonicalJson } from '../../core/json.ts'
import { sha256Text } from '../../core/sha256.ts'
import type { RiskClass } from './risk-class.ts'

/** Spending limits in USDC base units (6 decimals); equality is allowed. */
export interface SpendingLimits {
  readonly perTransactionUsdc: bigint
  /** For every window (t − 86 400 s, t]. */
  readonly perDayUsdc: bigint
  /** Largest spend, singly or accumulated, that needs no guardian. */
  readonly hotLaneUsdc: bigint
}

/** An asset that the account may hold. */
export interface AssetRule {
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Assets of one exposure are one position: native ETH and WETH. */
  readonly exposure: string
  /** Stable assets carry no position; growing them is never a risk. */
  readonly isStable: boolean
  /** The asset in which limits count: its amounts count at par, whatever its feed says. */
  readonly isNumeraire?: boolean
  /**
   * For an asset that rebases: how much less than was booked may be held for no other reason, in basis points, between
   * two actions of the stack. Without it every base unit that goes missing stops everything.
   */
  readonly maxRebaseLossBps?: number
  readonly feed?: Address
  readonly maxStalenessSeconds: number
  /** Where the price is read a second time; without it the asset cannot be risked. */
  readonly secondary?: PriceSource
}

/** A USD feed (`AggregatorV3Interface`); a pool's price is never one. */
export interface PriceSource {
  readonly feed: Address
  /** Oldest answer that still counts as fresh. */
  readonly maxStalenessSeconds: number
}

/** The uptime feed of a rollup's sequencer: while it is down, and for a while after, prices lag behind. */
export interface SequencerRule {
  readonly feed: Address
  readonly gracePeriodSeconds: number
}

/** The reviewed implementation of a proxy. */
export interface ImplementationPin {
  /** Storage slot of the proxy that holds the implementation's address, e.g. that of EIP-1967. */
  readonly slot: Hex
  readonly address: Address
  readonly codeHash: Hex
}

/** A contract that plans may call, with the functions that they may use. */
export interface TargetRule {
  readonly address: Address
  readonly selectors: readonly Hex[]
  /** Functions that the operator's own account may call; none by default. */
  readonly operatorSelectors?: readonly Hex[]
  /** Functions that the owner's account may call with the owner's approval; none by default. */
  readonly ownerSelectors?: readonly Hex[]
  /** `extcodehash` that the contract had when it was reviewed. */
  readonly codeHash?: Hex
  /** Where an upgradeable contract keeps its implementation, and the one that was reviewed. */
  readonly implementation?: ImplementationPin
}

/** A contract that says what positions hold, which the cage counts by. */
export interface ReaderRule {
  readonly address: Address
  /** The protocol whose positions it reads. */
  readonly protocol: string
}

/** The owner's account where that is a contract which acts for itself, with its owners' signatures. */
export interface OwnerAccountRule {
  /** The protocol of the account; its address is the approver's. */
  readonly protocol: string
  /** Contracts that may act for it without signatures, with the functions of theirs that it may call. */
  readonly modules: readonly TargetRule[]
  /** Contracts that may stop what it does. */
  readonly guards: readonly Pick<TargetRule, 'address' | 'codeHash'>[]
}

/** Lowest vitality, in basis points, at which each phase holds; below the last one the agent is terminal. */
export interface VitalityThresholds {
  readonly thrivingFromBps: number
  readonly cautiousFromBps: number
  readonly defensiveFromBps: number
  readonly survivalFromBps: number
}

/** What is announced, and for how long it waits; permits live longer by what is needed to commit, or the policy is refused. */
export interface Announcement {
  readonly from: RiskClass
  readonly waitSeconds: number
}

/** Everything that the off-chain safety layer decides by. */
export interface SafetyPolicy {
  readonly chainId: number
  readonly owner: Address
  readonly limits: SpendingLimits
  readonly permitTtlSeconds: number
  /** Set where actions from a class on are announced: they wait, and can be cancelled meanwhile. Exits never do. */
  readonly announce?: Announcement
  /** Longest time for which a signature may authorise anything. */
  readonly maxSignatureSeconds: number
  /** Widest tolerance, slippage included, that anyone may choose for an action. */
  readonly maxToleranceBps: number
  /** Most write attempts, failures included, in a sliding window; and, where it is set, in one tick of one process. */
  readonly rateLimit: {
    readonly maxCalls: number
    readonly windowSeconds: number
    readonly perTick?: number
  }
  readonly logs: {
    /** Block before which neither the account nor its operator approved anybody. */
    readonly firstBlock: bigint
    /** Most blocks of which providers show a log at once. */
    readonly maxBlocks: bigint
  }
  /** Largest difference between wall clock and head timestamp. */
  readonly maxClockSkewSeconds: number
  /** How long a better phase must hold before it is taken. */
  readonly phaseDwellSeconds: number
  readonly vitality: VitalityThresholds & { readonly gasReserveWei: bigint }
  /** The most that a sale after a halt may lose against fresh prices. */
  readonly maxLiquidationLossBps: number
  readonly gas: {
    readonly maxGasLimit: bigint
    readonly priorityFeeWei: bigint
    /** Most that anything ever pays for a unit of gas; a halt offers all of it and asks no node. */
    readonly maxFeePerGasWei: bigint
  }
  /** Largest difference between two sources of a price, in basis points of the lower one. */
  readonly maxPriceDivergenceBps: number
  /** Set on rollups only. */
  readonly sequencer?: SequencerRule
  readonly assets: readonly AssetRule[]
  readonly targets: readonly TargetRule[]
  /** Readers by which the cage counts positions; without any there are none. */
  readonly readers: readonly ReaderRule[]
  /** Health of a position, scaled by 10^18, below which only what raises it passes. */
  readonly minHealth: bigint
  readonly spenders: readonly Address[]
  readonly recipients: readonly Address[]
  /** Who approves privileged actions; then the policy's owner is an OwnerGate. */
  readonly approver?: Address
  /** Set where the approver is a contract account that acts for itself. */
  readonly ownerAccount?: OwnerAccountRule
  /** The guardian's address, or undefined when there is none. */
  readonly guardian?: Address
  /** Longest time for the guardian's answer. */
  readonly guardianTimeoutMs: number
}

/** Length of the spending window in seconds. */
export const SPENDING_WINDOW_SECONDS = 86_400

/** Hash of the whole policy; a permit dies when it changes. */
export const policyVersion = (policy: SafetyPolicy): Hex => sha256Text(toCanonicalJson(policy))

/** Find an asset of the policy. */
export const findAsset = (policy: SafetyPolicy, token: Address): AssetRule | undefined =>
  findByAddress(policy.assets, (asset) => asset.token, token)

/** Find what the policy says of a contract that may be called. */
export const findTarget = (policy: Pick<SafetyPolicy, 'targets'>, address: Address): TargetRule | undefined =>
  findByAddress(policy.targets, (rule) => rule.address, address)
