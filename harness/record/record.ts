import type { Standing } from '../../tools/core/standing.ts'
import type { RecordJson, RecordStep, RecordVerdict } from './record-step.ts'

/** Version of the shapes below; a reader refuses another one. */
export const RECORD_VERSION = 5

export type * from './record-step.ts'

/** The record of one decision cycle, as the stack wrote it. */
export interface RecordCycle {
  readonly tick: number
  /** Whether its audit log holds it. */
  readonly isDurable: boolean
  readonly record: RecordJson
}

/** What came of reading ahead of the model. */
export interface RecordSpeculation {
  /** Reads of the model, and how many of them were answered by what had been read ahead. */
  readonly reads: number
  readonly hits: number
  /** Reads ahead, and the calls of the chain that they cost. */
  readonly readAhead: number
  readonly requests: number
}

/** A violated expectation or law. */
export interface RecordFinding {
  /** What was held: `expect.denied`, `oracle.actual-is-observed`, the name of an invariant, … */
  readonly law: string
  readonly message: string
  readonly expected: string
  readonly found: string
  /** Layer and code that decided, where one did. */
  readonly layer?: string
  readonly code?: string
  readonly step: number
  readonly line: number
  /** Column of the expectation, where one was not met. */
  readonly column?: number
  /** The lines around that place, with a caret below it. */
  readonly frame?: string
}

/** What looking for a counterexample came to. */
export interface RecordProperty {
  readonly runs: number
  /** The smallest case that fails, and of a drawn case the one that failed first. */
  readonly counterexample?: RecordJson
  readonly original?: RecordJson
  /** Where fast-check finds the counterexample again, under the same seed. */
  readonly path?: string
  /** What judges a drawn case. */
  readonly oracle?: 'model' | 'laws'
}

/** One scenario (one cell of its matrix), or one property, as it ran. */
export interface RecordScenario {
  /** Stable: file, and the matrix cell where there is one. */
  readonly id: string
  readonly name: string
  /** Path relative to the project. */
  readonly file: string
  /** Folder below `scenarios/scripted` or `scenarios/property`: the subject. */
  readonly area: string
  readonly kind: 'scripted' | 'property'
  readonly profile: string
  /** Who made the agent's calls: the dispatcher, or a model in Pi sessions; missing in records older than the choice. */
  readonly driver?: 'direct' | 'pi'
  readonly matrix: { readonly [name: string]: string }
  /** All cells of its matrix, where a default run takes a share of them. */
  readonly matrixCells?: number
  /** The draws of this cell: how many from which one on (from 0), of how many that a thorough run plays. */
  readonly draws?: { readonly first: number; readonly count: number; readonly total: number }
  readonly seed: string
  readonly verdict: RecordVerdict
  readonly steps: readonly RecordStep[]
  /** What people call the addresses in its steps, by checksummed address; no part of the digest, for traces have more. */
  readonly names?: Readonly<Record<string, string>>
  readonly findings: readonly RecordFinding[]
  /** The decision cycles of the agent, a tick each; absent where it had none. */
  readonly cycles?: readonly RecordCycle[]
  /** What came of reading ahead; no part of the digest, since it changes nothing. Absent where nothing was. */
  readonly speculation?: RecordSpeculation
  /** Why the harness could not run it, when broken. */
  readonly broken?: { readonly code: string; readonly message: string }
  /** Runs of a property, and the shrunk counterexample if one was found. */
  readonly property?: RecordProperty
  readonly finalBlock: { readonly number: string; readonly hash: string }
  /** Hash over the balances that the oracle watches at the end; a fork's block hash does not commit to state. */
  readonly stateDigest: string
  /** The second chain on which the agent acted; the digest covers both. */
  readonly beside?: {
    readonly chain: string
    readonly finalBlock: { readonly number: string; readonly hash: string }
  }
  /** Command that runs exactly this scenario again. */
  readonly replay: string
  /**
   * JSON-RPC requests by side: of the stack to both of its nodes, of the harness, of the oracle. Those of the harness and the
   * oracle depend on what a worker knows already.
   */
  readonly roundTrips: { readonly agent: number; readonly harness: number; readonly oracle: number }
  readonly timings: { readonly startedMs: number; readonly durationMs: number; readonly worker: number }
}

/** The body of a scenario's record; what was measured around it is added by the worker that ran it. */
export type ScenarioBody = Omit<RecordScenario, 'timings' | 'roundTrips' | 'replay'>

/** The most that hostility can lose the owner under the default policies; USDC base units as decimal text. */
export interface RecordMaxLoss {
  readonly capitalUsdc: string
  /** In any 24 hours, by what got into hostile hands, with the keys and parties that are taken to be honest. */
  readonly bounds: readonly {
    readonly attacker: string
    readonly assumes: string
    readonly perDayUsdc: string
  }[]
  /** Until the drawdown stops everything but exits, and by all exits then; by any of them. */
  readonly untilStopUsdc: string
  /** On top, while no feed is fresh. */
  readonly staleFeedsUsdc: string
  /** The attacks of `npm run test:full`, which are no part of this run. */
  readonly tested?: RecordAttacks
}

/** Attacks that were tried on the bounds of the max loss at some time, and how near the worst of them came. */
export interface RecordAttacks {
  readonly attacks: number
  readonly worstBps: number
  /** ISO date. */
  readonly date: string
  readonly gitCommit: string | null
  /** Whether code and policies are the ones that were attacked. */
  readonly isCurrent: boolean
}

/** The run that was replayed, and what is no longer as it was then. */
export interface RecordReplay {
  readonly runId: string
  readonly differences: readonly string[]
  /** What became of its failures; absent where the replay did not end. */
  readonly outcome?: 'reproduced' | 'passes now' | 'differs'
  /** In what it came to something else, where it differs. */
  readonly differsIn?: readonly string[]
}

/** Where a run comes from. */
export interface RecordProvenance {
  readonly assayVersion: string
  readonly nodeVersion: string
  readonly anvilVersion: string
  readonly platform: string
  readonly gitCommit: string | null
  /** Whether the working tree differed from that commit; null outside a repository. */
  readonly isDirty: boolean | null
  /** SHA-256 over the sources of stack and harness, and the versions of what they depend on. */
  readonly codeHash: string
  /** SHA-256 of every scenario file that was run, by its path relative to the project. */
  readonly files: { readonly [file: string]: string }
  /** Present when what failed in another run was run again. */
  readonly replayOf?: RecordReplay
  readonly origin: {
    readonly kind: 'embedded' | 'rpc'
    readonly chainId: number
    readonly blockNumber: string
  }
  /** Content hash of the world. */
  readonly worldHash: string
  /** SHA-256 of the cassette that stood for the chain, or that was recorded of it; absent without one. */
  readonly cassetteHash?: string
  readonly seed: string
  /** What verdicts rest on and no scenario tests. */
  readonly assumptions: readonly string[]
  /** Missing where the world's prices are not known beforehand. */
  readonly maxLoss?: RecordMaxLoss
  readonly options: { readonly [name: string]: RecordJson }
}

/** What a run exercised of everything that the stack may decide. */
export interface RecordCoverage {
  /** Every key that counts, with the number of scenarios that show it; 0 is not exercised. */
  readonly keys: readonly { readonly key: string; readonly scenarios: number }[]
  /** Keys that were seen and must never be. */
  readonly violations: readonly string[]
  /** The share in percent that the run was asked to reach. */
  readonly minPercent?: number
}

/** What stands behind the names of a record: contracts as published, a model of ours, a stand-in for a service, … */
export interface RecordStandings {
  /**
   * By protocol; `isGround` is what every agent stands on, whether a step names it or not, `standIn` what of a protocol the
   * testbed plays itself.
   */
  readonly protocols: Readonly<
    Record<string, { readonly standing: Standing; readonly isGround?: true; readonly standIn?: string }>
  >
  /** By tool; those of the test net belong to no protocol. */
  readonly tools: Readonly<Record<string, { readonly standing: Standing; readonly protocol?: string }>>
}

/** In what a run differs from its baseline. */
export interface RecordDifference {
  readonly measure:
    | 'scenarios'
    | 'coverage'
    | 'benign allowed'
    | 'verdict'
    | 'flaky'
    | 'gas'
    | 'round trips'
    | 'error (bps)'
  /** Of one scenario, by its id; of the run without it. */
  readonly scenario?: string
  readonly before: string
  readonly after: string
  /** Whether it is worse by more than is tolerated, which fails the run. */
  readonly isWorse: boolean
}

/** What a run was held against, and in what it differs from it. */
export interface RecordGate {
  /** The baseline's file. */
  readonly baseline: string
  /** What of the checkout was not as when the run was made; absent where all was. */
  readonly outdated?: readonly string[]
  /** What got worse first. */
  readonly differences: readonly RecordDifference[]
}

/** How often steps of one kind came to what. */
export interface RecordCommand {
  readonly kind: string
  readonly allowed: number
  readonly denied: number
  /** Left out, since they refer to a permit that was never issued. */
  readonly notApplicable: number
  /** Done to the world, not by the agent. */
  readonly environment: number
  /** The codes that denied it, the most frequent first. */
  readonly denials: readonly { readonly code: string; readonly count: number }[]
}

/** What a fuzz run did; the number of a case says which one it is, whatever the workers. */
export interface RecordFuzz {
  readonly property: string
  readonly cases: number
  /** Steps of all cases that were carried out. */
  readonly operations: number
  readonly commands: readonly RecordCommand[]
  /** Action kinds that no case asked for, and those that were always denied. */
  readonly neverDrawn: readonly string[]
  readonly neverAllowed: readonly string[]
  /** Cases in a row, with the number of coverage keys after them and a digest over all cases up to there. */
  readonly blocks: readonly {
    readonly first: number
    readonly cases: number
    readonly keys: number
    readonly digest: string
  }[]
  /** Cases that were run twice, to see whether they come to the same. */
  readonly rerun: number
  /** Cases whose faults asked for what cannot be done, e.g. to read through a dead origin; nothing is said of them. */
  readonly notApplicable: number
  /** Number of cases, from the first one on, that `digest` covers; those after them did not fill a block in time. */
  readonly digestCases: number
  readonly digest: string
  /** Cases that are kept because they reached something new. */
  readonly corpus: number
  /** How often each distinct failure was met, by the id of the scenario that holds it. */
  readonly failures: readonly { readonly id: string; readonly firstCase: number; readonly cases: number }[]
}

/** Counts by verdict, and the verdict of the whole. */
export interface RecordSummary {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly flaky: number
  readonly broken: number
  readonly skipped: number
  readonly verdict: RunVerdict
}

/** How a run ended; an interrupted one says nothing about what it did not reach. */
export type RunVerdict = 'passed' | 'failed' | 'broken' | 'interrupted'

/** Why a run ended before all of it had run. */
export interface RecordIncomplete {
  readonly cause: 'interrupted' | 'broken'
  /** The signal, or the code of the harness' failure. */
  readonly code: string
  readonly message: string
}

/** The versioned record of one run: the only thing that reports read. */
export interface RunRecord {
  readonly recordVersion: typeof RECORD_VERSION
  readonly runId: string
  /** ISO time of the start. */
  readonly startedAt: string
  readonly provenance: RecordProvenance
  readonly summary: RecordSummary
  /** Present when the record holds a part of the run only: what is missing counts as skipped. */
  readonly incomplete?: RecordIncomplete
  /** Ids of scenarios that should have run and were not reached, sorted; absent where there are none. */
  readonly notRun?: readonly string[]
  /** In the order of their ids. */
  readonly scenarios: readonly RecordScenario[]
  /** What was drawn, when the run is a fuzz run; its scenarios are the property and one for each distinct failure. */
  readonly fuzz?: RecordFuzz
  /** Computed from the scenarios, on request. */
  readonly coverage?: RecordCoverage
  /** Of the protocols and tools that it exercised or names; missing in records older than these. */
  readonly standings?: RecordStandings
  /** Where it was held against a baseline. */
  readonly gate?: RecordGate
  readonly timings: { readonly setUpMs: number; readonly totalMs: number }
  /** SHA-256 over seed, world, summary and scenarios, without coverage, timings, round trips and worker numbers. */
  readonly digest: string
}
