import type { Address, Hex } from 'viem'
import type { GroundTruthSource, Outcome } from '../../core/outcome.ts'
import type { PricedToken } from '../../safety/permit/outcome-value.ts'

/** Version of the shapes below. */
export const CYCLE_SCHEMA_VERSION = 1

/** The steps of a decision cycle, in their order; tools contribute to each but to what the model thinks by itself. */
export const CYCLE_STEPS = [
  'observe',
  'retrieve',
  'analyze',
  'gate',
  'simulate',
  'validate',
  'execute',
  'verify',
  'reflect',
] as const

/** A step of a decision cycle. */
export type CycleStep = (typeof CYCLE_STEPS)[number]

/** `deferred`: neither carried out nor refused when its tick ended; a later tick takes it up. */
export type ActionStatus = 'executed' | 'blocked' | 'deferred'

/**
 * Why an outcome is looked at again: it is not what was expected, its transaction failed, nobody could say what it came
 * to, or the chain took it back.
 */
export type ReplayTag = 'diverged' | 'reverted' | 'unverified' | 'reorganised'

/** USD scaled to six decimals. */
export interface UsdAmount {
  readonly baseUnits: bigint
  readonly decimals: number
}

/** What an action came to, held against what was expected of it. */
export interface OutcomeRecord {
  /** Whether what happened is known, and within the tolerance of what was expected. */
  readonly verified: boolean
  readonly expected: Outcome
  readonly actual: Outcome | null
  /** The same for people. */
  readonly expectedText: string
  readonly actualText: string
  /** Profit or loss, gas included, never rounded in the agent's favour; null where a price is not known. */
  readonly pnlImpact: UsdAmount | null
  /** What it was valued at, and by which feeds; the prices are those of the decision. */
  readonly prices: readonly PricedToken[]
  readonly groundTruthSource: GroundTruthSource | null
  readonly replay?: ReplayTag
}

/** What became of one action that was asked for. */
export interface ActionRecord {
  /** The action kind; `tool:<name>` where a tool was asked for by itself, `unknown` where there is no such kind. */
  readonly actionType: string
  /** Null where none was found. */
  readonly toolName: string | null
  readonly permitId: Hex | null
  readonly txHash: Hex | null
  readonly status: ActionStatus
  /** Layer and code that blocked or deferred it, or how its permit ended. */
  readonly blockReason: string | null
  /** Null where nothing was paid, or its price is not known. */
  readonly gasCost: UsdAmount | null
  readonly outcome: OutcomeRecord | null
}

/** How often something happened, by its name. */
export type Counts = { readonly [name: string]: number }

/** What the tools of a tick contributed to each step of its cycle. */
export interface CycleSteps {
  /** Read tools that ran, and how many of them failed. */
  readonly observe: { readonly reads: Counts; readonly failed: number }
  /** Searches of the agent's documents and of its memory. */
  readonly retrieve: { readonly searches: Counts }
  /** Action kinds that were asked for. */
  readonly analyze: { readonly asked: Counts }
  /** Verdicts of the hooks, denials by layer and code, calls that were refused by code, phases that came. */
  readonly gate: {
    readonly verdicts: Counts
    readonly denials: Counts
    readonly refusals: Counts
    readonly phases: readonly string[]
  }
  /** Write tools that planned, and how many of them failed. */
  readonly simulate: { readonly plans: Counts; readonly failed: number }
  /** States that permits came to. */
  readonly validate: { readonly permits: Counts }
  /** What was paid for gas is null once that of one action is not known. */
  readonly execute: { readonly statuses: Counts; readonly gasCost: UsdAmount | null }
  /** Profit and loss, the gas of what came to nothing included, is null once that of one action is not known. */
  readonly verify: {
    readonly verified: number
    readonly unverified: number
    readonly pnlImpact: UsdAmount | null
  }
  /** What is to be looked at again, and how many directives the model wrote. */
  readonly reflect: { readonly replay: readonly Hex[]; readonly directives: number }
}

/** The record of one tick. */
export interface DecisionCycleRecord {
  readonly schemaVersion: typeof CYCLE_SCHEMA_VERSION
  readonly tick: number
  readonly account: Address
  readonly startedWallMs: number
  readonly endedWallMs: number
  /** The phase at its end. */
  readonly phase: string
  readonly steps: CycleSteps
  readonly actions: readonly ActionRecord[]
  /** Actions beyond those that are kept. */
  readonly omitted: number
}
