import type { Json } from '../../tools/core/json.ts'

/** Where two values part ways first, by dotted path, with both sides as text; undefined when they are equal. */
export function firstDifference(
  a: Json | undefined,
  b: Json | undefined,
  path = '',
): { readonly path: string; readonly a: string; readonly b: string } | undefined {
  if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') {
    const [left, right] = [a, b] as [{ [key: string]: Json }, { [key: string]: Json }]
    for (const key of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
      const found = firstDifference(left[key], right[key], path === '' ? key : `${path}.${key}`)
      if (found) return found
    }
    return undefined
  }
  return a === b ? undefined : { path, a: JSON.stringify(a) ?? 'nothing', b: JSON.stringify(b) ?? 'nothing' }
}
