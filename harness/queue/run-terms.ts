import type { Redis } from 'ioredis'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { HarnessError } from '../errors.ts'

/** Under what the jobs of a run count: a worker that would run them under anything else leaves them alone. */
export interface RunTerms {
  /** Sources of stack and harness, and the lockfile. */
  readonly codeHash: string
  readonly worldHash: string
  /** Of the cassette that stands for the chain, whatever its path; absent without one. */
  readonly cassetteHash?: string
  readonly anvilVersion: string
  /** What a replay command needs besides scenario and seed. */
  readonly replayOptions: string
  /** Hashes of the files that workers load, by their paths relative to the project. */
  readonly files: Readonly<Record<string, string>>
}

const Text = Type.String()
const TERMS = Type.Object(
  {
    codeHash: Text,
    worldHash: Text,
    cassetteHash: Type.Optional(Text),
    anvilVersion: Text,
    replayOptions: Text,
    files: Type.Record(Text, Text),
  },
  { additionalProperties: false },
)
const termsValidator = Compile(TERMS)

// Fails to compile when the schema and `RunTerms` part ways.
type SchemaMatchesTerms = [Static<typeof TERMS>] extends [RunTerms] ? true : never
true satisfies SchemaMatchesTerms

/** Of everything that is kept in Redis. */
export const PREFIX = 'assay'

/** The runs that are going on, with their terms. */
const RUNS_KEY = `${PREFIX}:runs`

/** How long a run counts as going on after its owner was last heard of. */
const LEASE_SECONDS = 15

const leaseKey = (run: string) => `${PREFIX}:lease:${run}`
const refusalsKey = (run: string) => `${PREFIX}:refusals:${run}`

/**
 * Make a run known, and say again that its owner is there.
 *
 * @returns whether it counted as going on without a break: otherwise workers may have removed what it had
 */
export async function announce(client: Redis, run: string, terms: RunTerms): Promise<boolean> {
  const before = await client.set(leaseKey(run), '', 'EX', LEASE_SECONDS, 'GET')
  await client.hset(RUNS_KEY, run, JSON.stringify(terms))
  return before !== null
}

/** Take back what was made known of a run. */
export async function withdraw(client: Redis, run: string): Promise<void> {
  await client.hdel(RUNS_KEY, run)
  await client.del(leaseKey(run), refusalsKey(run))
}

/** Withdraws a run unless its lease is there, at once: its owner may come back at any time. */
const WITHDRAW_UNOWNED = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('DEL', KEYS[2])
return 1`

/** Take back what was made known of a run, unless its owner is there; answers whether it is gone. */
export async function withdrawUnowned(client: Redis, run: string): Promise<boolean> {
  const answer = await client.eval(WITHDRAW_UNOWNED, 3, leaseKey(run), refusalsKey(run), RUNS_KEY, run)
  return answer === 1
}

/** A run that is known, and whether its owner is there. */
export interface KnownRun {
  readonly run: string
  /** Undefined for those of another version of Assay. */
  readonly terms: RunTerms | undefined
  readonly isOwned: boolean
}

/** List the runs that are known. */
export async function listRuns(client: Redis): Promise<readonly KnownRun[]> {
  const runs = Object.entries(await client.hgetall(RUNS_KEY))
  return Promise.all(
    runs.map(async ([run, terms]) => ({
      run,
      terms: readTerms(terms),
      isOwned: (await client.exists(leaseKey(run))) === 1,
    })),
  )
}

function readTerms(text: string): RunTerms | undefined {
  try {
    const terms: unknown = JSON.parse(text)
    return termsValidator.Check(terms) ? terms : undefined
  } catch {
    return undefined
  }
}

/** Tell the owner of a run why a worker leaves it alone. */
export async function refuse(client: Redis, run: string, reason: string): Promise<void> {
  await client.rpush(refusalsKey(run), reason)
  await client.expire(refusalsKey(run), LEASE_SECONDS)
}

/** Take what workers told the owner of a run. */
export async function takeRefusals(client: Redis, run: string): Promise<readonly string[]> {
  return (await client.lpop(refusalsKey(run), 64)) ?? []
}

/** Say in what a worker differs from what a run needs; undefined when it may serve it. */
export function explainRefusal(
  run: string,
  needed: RunTerms | undefined,
  own: RunTerms,
): HarnessError | undefined {
  if (needed === undefined) return unlike(run, 'terms as this version of Assay writes them', 'others')
  const short = (text: string) => (text === '' ? 'none' : text.trim().slice(0, 40))
  const pairs = [
    ['code', needed.codeHash, own.codeHash],
    ['world', needed.worldHash, own.worldHash],
    ['cassette', needed.cassetteHash ?? '', own.cassetteHash ?? ''],
    ['anvil', needed.anvilVersion, own.anvilVersion],
    ['chain', needed.replayOptions, own.replayOptions],
    ...Object.entries(needed.files).map(([file, hash]) => [file, hash, own.files[file] ?? '']),
  ] as const
  const others = pairs.filter(([, there, here]) => there !== here)
  if (others.length === 0) return undefined
  return unlike(
    run,
    others.map(([name, there]) => `${name} ${short(there ?? '')}`).join(', '),
    others.map(([name, , here]) => `${name} ${short(here ?? '')}`).join(', '),
  )
}

const unlike = (run: string, expected: string, found: string) =>
  new HarnessError('WORKER_UNLIKE', 'this worker leaves a run alone that needs another checkout', {
    where: `run ${run}`,
    expected,
    found,
    hint: 'check out the same commit, without changes, start the worker there anew, and name the same chain: --chain, or --rpc-url and --fork-block-number',
  })
