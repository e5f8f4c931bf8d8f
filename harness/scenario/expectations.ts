import type { EventKind } from '../../tools/core/events.ts'
import type { Json } from '../../tools/core/json.ts'
import type { AccountRef } from './account-ref.ts'

/** How an amount is compared; amounts in base units. */
export type AmountCheck =
  | { readonly op: '=' | '<' | '<=' | '>' | '>='; readonly value: bigint }
  | { readonly op: '~'; readonly value: bigint; readonly toleranceBps: number }

/** What the record of an action is expected to say; amounts in USDC base units. */
export interface RecordedExpectation {
  readonly status?: 'executed' | 'blocked' | 'deferred'
  /** Layer and code, or how its permit ended. */
  readonly reason?: string
  readonly verified?: boolean
  /** Why it is looked at again; null where it is not. */
  readonly replay?: string | null
  readonly gas?: AmountCheck
  readonly pnl?: AmountCheck
}

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
  /** What the stack's own record says of the action; the last one, where there are several. */
  readonly recorded?: RecordedExpectation
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
  /** Positions of the cage: whether a protocol has any, or what all of them come to there in a token. */
  readonly positions?: readonly PositionCheck[]
}

/** What positions in a protocol are held against; what is owed counts negative, and beside what is held by itself. */
export type PositionCheck =
  | { readonly protocol: string; readonly exists: boolean }
  | { readonly protocol: string; readonly token: string; readonly check: AmountCheck }
