import type { Job } from '../schedule/job.ts'
import type { Reach } from './find-reach.ts'

/** The parts that protocols bring. */
export interface Parts {
  readonly tools: readonly { readonly name: string; readonly protocol?: string }[]
  readonly actions: readonly { readonly kind: { readonly kind: string }; readonly protocol?: string }[]
}

/** What a change can reach, by the keys under which cells show it, and as the words that name it in files. */
export interface ReachedNames {
  readonly keys: ReadonlySet<string>
  readonly words: RegExp | undefined
}

/** Name what is reached, with all tools and action kinds of each protocol. */
export function nameReached({ protocols, tools, kinds, steps }: Reach, parts: Parts): ReachedNames {
  const isOf = ({ protocol = '' }: { readonly protocol?: string }) => protocols.has(protocol)
  const allTools = [...tools, ...parts.tools.filter(isOf).map(({ name }) => name)]
  const allKinds = [...kinds, ...parts.actions.filter(isOf).map(({ kind }) => kind.kind)]
  const keys = new Set([...allTools.map((name) => `tool:${name}`), ...allKinds.map((kind) => `kind:${kind}`)])
  const words = [
    ...[...allTools, ...protocols].map(toPattern),
    // Kinds are everyday words; a step names the one that it asks for.
    ...allKinds.map((kind) => `kind: *${toPattern(kind)}`),
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
