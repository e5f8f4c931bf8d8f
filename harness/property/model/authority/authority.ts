import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { GuardianMode } from '../../../guardian/guardian-mode.ts'
import type { SecondProviderMode } from '../../../stage/second-provider.ts'
import type { SignerMode } from '../../../stage/session-signer.ts'
import type { Interval } from '../../../vocabulary/interval.ts'
import type { CageRules, CageState } from '../cage/cage-rules.ts'
import type { Effect, Lists } from '../effect/effect.ts'
import type { Facts } from '../facts/facts.ts'
import { isWithin, type Moment } from '../moment.ts'
import type { PhaseModel } from '../phase-model.ts'
import type { Command } from '../read-command.ts'
import type { Prediction } from '../verdict.ts'
import type { Raise } from './live-allowances.ts'

/** Everything that an owner decides, as the model needs it. */
export interface AuthorityRules {
  readonly profile: string
  readonly limits: {
    readonly perTransactionUsdc: bigint
    readonly perDayUsdc: bigint
    readonly hotLaneUsdc: bigint
  }
  readonly permitTtlSeconds: number
  readonly rateLimit: {
    readonly maxCalls: number
    readonly windowSeconds: number
    readonly perTick?: number
  }
  readonly maxSignatureSeconds: number
  readonly maxClockSkewSeconds: number
  readonly phaseDwellSeconds: number
  readonly maxPriceDivergenceBps: number
  readonly maxToleranceBps: number
  readonly maxGasLimit: bigint
  /** From which vitality on each phase holds, in basis points, and the gas balance that is no concern. */
  readonly vitality: {
    readonly thrivingFromBps: number
    readonly cautiousFromBps: number
    readonly defensiveFromBps: number
    readonly survivalFromBps: number
    readonly gasReserveWei: bigint
  }
  readonly guardian: GuardianMode
  readonly secondProvider: SecondProviderMode
  readonly signer: SignerMode
  readonly lists: Lists
  readonly cage: CageRules
  readonly decimals: ReadonlyMap<string, number>
  /** The token in which limits count; it counts at par. */
  readonly numeraire: string
}

/** A permit. */
export interface PermitModel {
  readonly command: Command
  readonly state: 'pending' | 'committed' | 'cancelled' | 'expired' | 'failed'
  readonly issued: Moment
  readonly epoch: number
  readonly nonce: number
  /** Most that a unit of its gas may cost. */
  readonly maxFeeWei: bigint
  /** Whether the guardian signed it when it was issued. */
  readonly isGuarded: boolean | undefined
  /** What it was to spend when it was issued. */
  readonly spend: Interval
  /** Whether it was changed behind the back of the stack; undefined when that may have been undone. */
  readonly isTampered: boolean | undefined
}

/** What was spent, or may have been. */
export interface SpendEntry {
  readonly amount: Interval
  readonly at: Moment
  readonly isGuarded: boolean | undefined
  /** For a signature: the last second at which it holds. */
  readonly untilSeconds?: number
  /** Allowances as they were before it raised them. */
  readonly raises: readonly Raise[]
}

/** A call that counts for the rate limit, whatever became of it. */
export interface Attempt {
  readonly at: Moment
  /** What the stack knew of the chain's clock when it ended: all of it once it looked. */
  readonly knownChainSeconds: number
}

/** What the authority of an agent depends on besides its rules and the world. */
export interface AuthorityState {
  /** The latest reading of each clock at which something was decided. */
  readonly mark: Moment
  readonly phase: PhaseModel
  readonly permits: ReadonlyMap<string, PermitModel>
  readonly spends: readonly SpendEntry[]
  readonly attempts: readonly Attempt[]
  /** Until when a process that ended may have made attempts that were too many to be kept. */
  readonly unkeptUntil: Moment | undefined
  /** What was tried in the tick of the newest attempt, by the process that runs. */
  readonly inTick: { readonly tick: number; readonly attempts: number }
  readonly isHalted: boolean
  /** Whether others took of its positions what no pledge covers; here nobody clears it. */
  readonly hasLoss: boolean
  /** Whether the store is another than its log says; undefined while nothing makes the stack look. */
  readonly isStoreAltered: boolean | undefined
  /** The nonce that only the stack's own transactions move; undefined before it looked. */
  readonly nextNonce: number | undefined
  /** The least that must be there, by token; undefined before it looked. */
  readonly least: ReadonlyMap<string, bigint> | undefined
  /** What others may have taken of that, by token: all that was ever recorded for them. */
  readonly pledged: ReadonlyMap<string, bigint>
  readonly cage: CageState
  /** Whether the model was told things that it may not choose by. */
  readonly isTold: boolean
  /** Whether something was signed of which nobody knows what became of it; what happens then the model leaves open. */
  readonly isUnsettled: boolean
}

/** What a judged command comes to if it passes. */
export interface Judgement {
  readonly verdicts: Prediction
  readonly effect: Effect
  readonly actionClass: ActionClass | undefined
  readonly spend: Interval
  readonly isGuarded: boolean | undefined
  /** Most of a day that the guardian may have signed for if it signs this as well. */
  readonly mostGuardedUsdc: bigint
  readonly now: Moment
  readonly cage: CageState
}

export const DAY_SECONDS = 86_400

/** Twice the base fee of the head is the most that a permit offers. */
export const maxFeeOf = ({ baseFeeWei }: Pick<Facts, 'baseFeeWei'>): bigint => 2n * baseFeeWei

/** Whether a spend still counts: for a day by each clock, and a signature until it lapses. */
export const isHeld = ({ at, untilSeconds }: SpendEntry, now: Moment): boolean =>
  isWithin(at, now, DAY_SECONDS) ||
  (untilSeconds !== undefined && Math.min(Math.floor(now.wallMs / 1_000), now.chainSeconds) <= untilSeconds)
