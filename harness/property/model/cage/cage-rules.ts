import type { Interval } from '../../../vocabulary/interval.ts'

/** An asset of the cage. Native currency is part of its wrapped token. */
export interface CageAssetModel {
  readonly token: string
  readonly decimals: number
  readonly isBase: boolean
  readonly capUsdc: bigint
}

/** The rules of a cage. */
export interface CageRules {
  readonly assets: readonly CageAssetModel[]
  readonly maxDrawdownBps: bigint
  readonly maxLossBps: bigint
  readonly maxStaleExitLossBps: bigint
  readonly minRebalanceIntervalSeconds: number
  readonly windowSpendCapUsdc: bigint
  readonly windowLossCapUsdc: bigint
  readonly hotLaneUsdc: bigint
}

/** What a cage remembers. */
export interface CageState {
  readonly totalShares: bigint
  /** What its books count, by token: gifts stay outside. */
  readonly counted: ReadonlyMap<string, bigint>
  /** What was there when it was booked, gifts among it. */
  readonly seen: ReadonlyMap<string, bigint>
  /** Last good prices, by token. */
  readonly lastPrice: ReadonlyMap<string, bigint>
  readonly mark: bigint
  readonly candidate: bigint
  readonly sampledAt: number
  readonly samples: number
  /** When it last took risk, in seconds, 0 for never: at the earliest and at the latest that it can have been. */
  readonly lastRebalanceAt: { readonly least: number; readonly most: number }
  /** Spend and loss by hour. */
  readonly hours: ReadonlyMap<number, { readonly spent: bigint; readonly lost: bigint }>
  /** What left without the guardian's signature, by hour, with the time of the last of it. */
  readonly unguarded: ReadonlyMap<number, { readonly amount: Interval; readonly at: number }>
  /** False once it holds what only its own maths can value: liquidity. */
  readonly isExact: boolean
}

/** What a cage remembers before anything was done with it. */
export const NOTHING_REMEMBERED: Omit<CageState, 'totalShares' | 'counted' | 'mark'> = {
  seen: new Map(),
  lastPrice: new Map(),
  candidate: 0n,
  sampledAt: 0,
  samples: 0,
  lastRebalanceAt: { least: 0, most: 0 },
  hours: new Map(),
  unguarded: new Map(),
  isExact: true,
}

/** What an action does to the cage, by token, native currency among the wrapped. */
export interface CageEffect {
  readonly out: ReadonlyMap<string, bigint>
  readonly in: ReadonlyMap<string, bigint>
  /** What goes to approved recipients, a part of what goes out. */
  readonly paid: ReadonlyMap<string, bigint>
  readonly onlyRevokes: boolean
  /** What a message lets another take until then. */
  readonly pledged?: { readonly token: string; readonly amount: bigint; readonly untilSeconds: number }
  /** Whether a position grows or shrinks, as far as that is sure: then the amounts are not known. */
  readonly liquidity?: 'grows' | 'shrinks' | 'either'
}

/** What an action that moves nothing does. */
export const NO_EFFECT: CageEffect = { out: new Map(), in: new Map(), paid: new Map(), onlyRevokes: false }
