import type { Json } from '../../tools/core/json.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'

/** The keys from the root of a document to one of its members. */
export type Path = readonly (string | number)[]

/** List the paths of all members of maps down to a depth, outer ones first. */
export function listMembers(tree: unknown, depth: number, base: Path = []): Path[] {
  if (tree === null || typeof tree !== 'object' || depth === 0) return []
  const isList = Array.isArray(tree)
  const own = Object.keys(tree).map((key) => [...base, isList ? Number(key) : key])
  return [
    ...(isList ? [] : own),
    ...own.flatMap((path) =>
      listMembers((tree as Record<string, unknown>)[String(path.at(-1))], depth - 1, path),
    ),
  ]
}

/** List the paths of all values that hold no other ones. */
export function listLeaves(tree: unknown, base: Path = []): Path[] {
  if (tree === null || typeof tree !== 'object') return [base]
  const isList = Array.isArray(tree)
  return Object.entries(tree).flatMap(([key, member]) =>
    listLeaves(member, [...base, isList ? Number(key) : key]),
  )
}

/** Read the value at a path. */
export const valueAt = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[String(key)], tree)

/** Copy a document without what stands at a path. */
export const without = (document: ScenarioDocument, path: Path): ScenarioDocument =>
  edited(document, path, (owner, key) => delete owner[key])

/** Copy a document with another value at a path. */
export const replaced = (document: ScenarioDocument, path: Path, value: Json): ScenarioDocument =>
  edited(document, path, (owner, key) => {
    owner[key] = value
  })

function edited(
  document: ScenarioDocument,
  path: Path,
  edit: (owner: Record<string, unknown>, key: string) => void,
): ScenarioDocument {
  const copy = structuredClone(document)
  const owner = valueAt(copy, path.slice(0, -1))
  if (owner !== null && typeof owner === 'object') edit(owner as Record<string, unknown>, String(path.at(-1)))
  return copy
}
