import type { Action } from '../../tools/core/action.ts'
import type { Job } from '../schedule/job.ts'
import type { Reach } from './find-reach.ts'

/** What a change can reach, by the keys under which cells show it, and as the words that name it in files. */
export interface ReachedNames {
  readonly keys: ReadonlySet<string>
  readonly words: RegExp | undefined
}

/**
 * Name what is reached. A kind also by the tools of all its venues: what fills a need, sells in a halt or ends a position
 * is of kinds that no step names.
 */
export function nameReached(
  { tools, kinds, steps }: Reach,
  actions: readonly Pick<Action, 'kind' | 'reads' | 'write'>[],
): ReachedNames {
  const venues = actions.filter(({ kind }) => kinds.has(kind.kind))
  const asked = [...tools, ...venues.flatMap(({ reads, write }) => [...reads, write])]
  const keys = new Set([...asked.map((name) => `tool:${name}`), ...[...kinds].map((kind) => `kind:${kind}`)])
  const words = [
    ...[...tools].map(toPattern),
    // Kinds are everyday words; a step names the one that it asks for.
    ...[...kinds].map((kind) => `kind: *${toPattern(kind)}`),
    ...[...steps].map((step) => `${toPattern(step)}["']?:`),
  ]
  return { keys, words: words.length === 0 ? undefined : new RegExp(`(?<![\\w-])(?:${words.join('|')})`) }
}

const toPattern = (word: string) => `${word.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`

/**
 * Tell whether a change can show in a cell: its file changed, it names what is reached, or it used that.
 * Of a property nothing is recorded but its verdict; it is taken to use all parts.
 *
 * @param used - tools and action kinds, as coverage keys; undefined where nobody knows, and then it may be any
 */
export function isAffected(
  { file, scenario }: Pick<Job, 'file' | 'scenario'>,
  reach: Reach,
  { keys, words }: ReachedNames,
  used: readonly string[] | undefined,
): boolean {
  if (reach.all || reach.files.has(file)) return true
  if (words === undefined) return false
  if (scenario === undefined || used === undefined || words.test(scenario.source)) return true
  return used.some((key) => keys.has(key))
}
