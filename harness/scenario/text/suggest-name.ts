import { findNearest } from '../../../tools/core/suggest.ts'

/** Most known names that a hint lists. */
const MAX_NAMES = 24

/** Say what may have been meant by an unknown name: the nearest known one, or all of them when none is near. */
export function suggestName(name: string, known: readonly string[]): string {
  // One or two letters are near to everything short.
  const nearest = name.length > 2 ? findNearest(name, known) : undefined
  if (nearest !== undefined) return `did you mean "${nearest}"?`
  const shown = known.slice(0, MAX_NAMES).join(', ')
  return known.length > MAX_NAMES
    ? `known: ${shown} and ${known.length - MAX_NAMES} more`
    : `known: ${shown || 'none'}`
}
