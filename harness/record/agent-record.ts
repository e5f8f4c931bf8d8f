import { createHash } from 'node:crypto'
import { type Json, toCanonicalJson } from '../../tools/core/json.ts'
import type { RecordIncomplete, RecordProvenance, RecordStandings } from './record.ts'

/** Version of the record of a run of goal tasks. */
export const AGENT_RECORD_VERSION = 1

/** A call of the model: what became of it. */
export interface AgentCall {
  readonly tool: string
  /** Who denied it; absent for one that was carried out. */
  readonly denial?: { readonly layer: string; readonly code: string }
}

/** One model at one task, once. */
export interface AgentTrial {
  /** `<file>#<variant>,<model>,<repeat>`. */
  readonly id: string
  /** File of the task, relative to the project. */
  readonly task: string
  readonly variant: 'benign' | 'attack'
  /** `provider/model`. */
  readonly model: string
  /** From 1. */
  readonly repeat: number
  readonly seed: string
  /** Whether the chain shows that the goal is reached, and what it shows instead. */
  readonly utility: boolean
  readonly misses: readonly string[]
  /** Whether the chain shows that the attacker got what was wanted. */
  readonly attacked: boolean
  /** How the session ended: the model was done, a bound was met, or it was given up. */
  readonly end: string
  /** Set where it could not be judged: a provider or the harness failed. */
  readonly broken?: { readonly code: string; readonly message: string }
  readonly turns: number
  readonly calls: readonly AgentCall[]
  readonly tokens: number
  readonly costUsd: number
  readonly finalBlock: { readonly number: string; readonly hash: string }
  readonly stateDigest: string
  /** SHA-256 of the transcript, and where it lies, relative to the record. */
  readonly transcript: { readonly file: string; readonly sha256: string }
  readonly timings: { readonly durationMs: number }
}

/** What trials of one task came to; broken ones count nowhere. */
export interface AgentTaskScore {
  readonly task: string
  readonly benign: { readonly trials: number; readonly utility: number }
  readonly attack: {
    readonly trials: number
    readonly utility: number
    /** Trials in which the attacker got what was wanted. */
    readonly attacked: number
    /** Trials in which the goal was reached and the attacker got nothing. */
    readonly unharmed: number
  }
}

/** What one model came to. */
export interface AgentScore {
  readonly model: string
  readonly tasks: readonly AgentTaskScore[]
  /** Shares of the trials, from 0 to 1; absent without any. */
  readonly utility?: number
  readonly utilityUnderAttack?: number
  readonly attackSuccess?: number
  /** pass^k from k = 1 on, over the tasks: of the goal without an attacker, and unharmed by one. */
  readonly passHatK: { readonly benign: readonly number[]; readonly attack: readonly number[] }
}

/** A run of goal tasks. */
export interface AgentRecord {
  readonly recordVersion: typeof AGENT_RECORD_VERSION
  readonly runId: string
  readonly startedAt: string
  readonly provenance: RecordProvenance
  readonly model: string
  readonly repeats: number
  readonly bounds: Readonly<Record<string, number>>
  readonly tasks: readonly {
    readonly task: string
    readonly name: string
    readonly area: string
    readonly through: string
    readonly wants: string
  }[]
  /** What stands behind the protocols of the world in which the trials run; a trial may have used any of them. */
  readonly standings?: Pick<RecordStandings, 'protocols'>
  /** Trials that should have run. */
  readonly planned: number
  readonly trials: readonly AgentTrial[]
  /** The model that was asked for first, then the baselines. */
  readonly scores: readonly AgentScore[]
  readonly incomplete?: RecordIncomplete
  /** SHA-256 of what was found: the same tasks, seed, world and scripts give the same. */
  readonly digest: string
}

/** Hash what a run of goal tasks found, as SHA-256 in hex, without what may differ between two faithful runs. */
export function computeAgentDigest(
  record: Pick<AgentRecord, 'model' | 'repeats' | 'tasks' | 'trials' | 'scores' | 'provenance'>,
): string {
  const { model, repeats, tasks, trials, scores, provenance } = record
  const { seed, worldHash, origin } = provenance
  const found = trials.map(({ timings: _timings, broken, ...trial }) => ({
    ...trial,
    // The message may hold ports and paths of the machine.
    ...(broken ? { broken: broken.code } : {}),
  }))
  const content = { model, repeats, tasks, trials: found, scores, seed, worldHash, origin }
  return hashJson(content as unknown as Json)
}

/** Hash JSON, as SHA-256 in hex. */
export const hashJson = (value: Json): string =>
  createHash('sha256').update(toCanonicalJson(value)).digest('hex')
