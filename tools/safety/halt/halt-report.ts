import type { Hex } from 'viem'
import type { Grant } from '../../core/grant-keeper.ts'

/** One thing that a halt does on chain. */
export interface HaltItem {
  readonly item: string
  readonly ok: boolean
  readonly reason?: string
}

/** A signature that was given and can still be used. */
export interface LiveSignature {
  readonly permitId: Hex
  readonly primaryType: string
  /** Last second at which it can be used. */
  readonly untilSeconds: string
}

/** A transaction that was signed and can still be mined. */
export interface LiveTransaction {
  readonly permitId: Hex
  readonly nonce: number
  /** Last second at which it can do anything. */
  readonly untilSeconds: string
}

/** What the account still holds that a sale or an exit could reduce. */
export type Exposure =
  | { readonly asset: string; readonly baseUnits: string }
  /** `waitsUntilSeconds` is set where it is on its way out, and nothing but time brings it nearer. */
  | { readonly positionId: string; readonly waitsUntilSeconds?: number }

/** What is left after a halt, by everything that was ever signed, granted or opened. */
export interface Residual {
  readonly isPaused: boolean
  /** Of the cage, or of the operator's own account. */
  readonly allowances: readonly Grant[]
  readonly signatures: readonly LiveSignature[]
  readonly transactions: readonly LiveTransaction[]
  readonly exposures: readonly Exposure[]
  /** What could not be read: as long as there is anything, nothing counts as disarmed. */
  readonly unread: readonly string[]
}

/**
 * How far a halt has come: the cage is *paused*; no authority is left, it is *disarmed*; all that is left is on its way
 * out, which is *waiting*; nothing is left to sell or unwind either, it is *complete*.
 */
export type HaltStatus = 'unpaused' | 'paused' | 'disarmed' | 'waiting' | 'complete'

/** What a halt came to. */
export interface HaltReport {
  readonly status: HaltStatus
  readonly items: readonly HaltItem[]
  /** Who paused the cage just now, `found` when it was paused before; undefined when nobody could. */
  readonly pausedBy?: 'operator' | 'guardian' | 'found'
  /** Undefined when the chain could not be read: nothing is known then. */
  readonly residual: Residual | undefined
  /** When the next of what is waited for lapses or can be claimed, in seconds of the chain. */
  readonly waitsUntilSeconds?: string
  /** True when nothing is left: no authority, and nothing to sell or unwind. */
  readonly isComplete: boolean
}

/** Judge how far a halt has come by what is left. */
export function judgeResidual(
  residual: Residual | undefined,
): Pick<HaltReport, 'status' | 'waitsUntilSeconds'> {
  if (residual?.isPaused !== true) return { status: 'unpaused' }
  const { allowances, signatures, transactions, exposures, unread } = residual
  if (allowances.length + unread.length > 0) return { status: 'paused' }
  // Only what lapses by itself is left of the authority.
  const lapses = earliest([...signatures, ...transactions].map(({ untilSeconds }) => BigInt(untilSeconds)))
  if (lapses !== undefined) return { status: 'paused', waitsUntilSeconds: lapses.toString() }
  const leaving = exposures.flatMap((left) =>
    'positionId' in left && left.waitsUntilSeconds !== undefined ? [BigInt(left.waitsUntilSeconds)] : [],
  )
  const claimable = earliest(leaving)
  const waits = claimable === undefined ? {} : { waitsUntilSeconds: claimable.toString() }
  if (leaving.length < exposures.length) return { status: 'disarmed', ...waits }
  return { status: claimable === undefined ? 'complete' : 'waiting', ...waits }
}

const earliest = (moments: readonly bigint[]): bigint | undefined =>
  moments.toSorted((a, b) => (a < b ? -1 : 1))[0]
