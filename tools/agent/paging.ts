import { ToolError } from '../core/errors.ts'
import { type Json, toCanonicalJson } from '../core/json.ts'
import { sha256Text } from '../core/sha256.ts'

/** Longest text that a tool tells the model: what is more would take the place of everything else that it knows. */
export const MAX_CONTENT_LENGTH = 65_536

/** What a page may take, beside its cursor. */
const MAX_PAGE_LENGTH = MAX_CONTENT_LENGTH - 256

/** A part of a list, and where the next begins; without `nextCursor` it is the last. */
export interface Page {
  readonly items: readonly Json[]
  readonly nextCursor?: string
}

const refuse = (problem: string) => new ToolError('INVALID_PARAMS', { path: '/cursor', problem })

/** A cursor names the list that it was given for: in another one, its place would skip items or repeat them. */
const fingerprint = (list: readonly Json[]) => sha256Text(toCanonicalJson(list)).slice(2, 18)

/**
 * Take the page of a list that begins at a cursor, or at its start.
 *
 * @param count how many items it has, from the offset on; one at least
 * @throws ToolError INVALID_PARAMS when the cursor is none, or the list is another one by now
 */
export function takePage(
  list: readonly Json[],
  cursor: string | undefined,
  count: (offset: number) => number,
): Page {
  const offset = cursor === undefined ? 0 : readCursor(cursor, list)
  const end = offset + Math.max(1, count(offset))
  const items = list.slice(offset, end)
  return end < list.length ? { items, nextCursor: `${end}-${fingerprint(list)}` } : { items }
}

function readCursor(cursor: string, list: readonly Json[]): number {
  const [, digits = '', print] = /^(\d{1,9})-([0-9a-f]{16})$/.exec(cursor) ?? []
  if (print === undefined) throw refuse('is no nextCursor of an answer')
  if (print !== fingerprint(list)) throw refuse('belongs to another list; ask again without a cursor')
  const offset = Number(digits)
  if (offset >= list.length) throw refuse('lies beyond the list')
  return offset
}

interface Found {
  readonly path: readonly string[]
  readonly list: readonly Json[]
  readonly length: number
}

/** Find the list that takes the most room, on the way through objects. */
function findLongestList(value: Json, path: readonly string[] = []): Found | undefined {
  if (Array.isArray(value)) return { path, list: value, length: JSON.stringify(value).length }
  if (value === null || typeof value !== 'object') return undefined
  return Object.entries(value)
    .flatMap(([key, member]) => findLongestList(member as Json, [...path, key]) ?? [])
    .reduce<Found | undefined>(
      (best, found) => (best && best.length >= found.length ? best : found),
      undefined,
    )
}

const replaceAt = (value: Json, [key, ...rest]: readonly string[], list: readonly Json[]): Json =>
  key === undefined
    ? [...list]
    : {
        ...(value as Record<string, Json>),
        [key]: replaceAt((value as Record<string, Json>)[key] as Json, rest, list),
      }

/**
 * Fit an answer into what a tool may tell: one that is too long has of its longest list a page, and `nextCursor` as long
 * as more follows. A list that is itself the answer becomes `{items, nextCursor}`.
 *
 * @throws ToolError INVALID_PARAMS when the cursor belongs to another answer
 */
export function fitAnswer(data: Json, cursor: string | undefined): Json {
  if (cursor === undefined && JSON.stringify(data).length <= MAX_PAGE_LENGTH) return data
  const found = findLongestList(data)
  if (found === undefined) {
    if (cursor === undefined) return data
    throw refuse('belongs to another list; ask again without a cursor')
  }
  const { path, list } = found
  const room =
    MAX_PAGE_LENGTH - JSON.stringify(path.length > 0 ? replaceAt(data, path, []) : { items: [] }).length
  const { items, nextCursor } = takePage(list, cursor, (offset) => countFitting(list, offset, room))
  const page =
    path.length > 0 ? (replaceAt(data, path, items) as Record<string, Json>) : { items: [...items] }
  return nextCursor === undefined ? page : { ...page, nextCursor }
}

function countFitting(list: readonly Json[], offset: number, room: number): number {
  let left = room
  let count = 0
  for (const item of list.slice(offset)) {
    left -= JSON.stringify(item).length + 1
    if (left < 0) break
    count += 1
  }
  return count
}
