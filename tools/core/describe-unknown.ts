import { renderSuggestion } from './errors.ts'
import { findNearest } from './suggest.ts'

/** Say that a name does not exist, with the nearest one that does. */
export const describeUnknown = (what: string, name: string, known: readonly string[]) =>
  `unknown ${what} "${name}"${renderSuggestion(findNearest(name, known)) || `; known: ${known.join(', ')}`}`
