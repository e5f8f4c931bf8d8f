import type { Action } from '../core/action.ts'
import type { ActionKind } from './action-kind.ts'

const fold = (name: string) => name.replaceAll('_', '-')

/** The name of a tool without its prefix. */
const shorten = (tool: string) => fold(tool.slice(tool.indexOf('_') + 1))

/**
 * Collect the names besides its own under which each action kind may be asked for: those that it declares, and the short
 * names of its write tools that mean no other kind. A kind's own name never means another one.
 *
 * @throws RangeError when a declared alias is the name or the alias of another kind
 */
export function collectAliases(actions: readonly Action[]): ReadonlyMap<string, readonly string[]> {
  const own = new Set(actions.map(({ kind }) => kind.kind))
  const declared = new Map<string, string>()
  for (const { kind } of actions) {
    for (const alias of kind.aliases ?? []) {
      const holder = own.has(alias) ? alias : (declared.get(alias) ?? kind.kind)
      if (holder !== kind.kind) {
        throw new RangeError(`"${alias}" cannot mean action kind "${kind.kind}": it means "${holder}"`)
      }
      declared.set(alias, kind.kind)
    }
  }
  const short = Map.groupBy(actions, ({ write }) => shorten(write))
  const meant = [...short].flatMap(([alias, served]) => {
    const kinds = new Set(served.map(({ kind }) => kind.kind))
    const [kind] = kinds
    const isFree = kinds.size === 1 && !own.has(alias) && !declared.has(alias)
    return isFree && kind !== undefined ? [[alias, kind] as const] : []
  })
  const byKind = Map.groupBy([...declared, ...meant], ([, kind]) => kind)
  return new Map([...byKind].map(([kind, names]) => [kind, names.map(([alias]) => alias).sort()]))
}

/** Name the action kind that is asked for by its name, an alias, or either with underscores; a name of none stays as it is. */
export function nameKind(asked: string, kinds: readonly Pick<ActionKind, 'kind' | 'aliases'>[]): string {
  const folded = fold(asked)
  const found =
    kinds.find(({ kind }) => kind === asked) ??
    kinds.find(({ kind }) => fold(kind) === folded) ??
    kinds.find(({ aliases }) => aliases.includes(folded))
  return found?.kind ?? asked
}
