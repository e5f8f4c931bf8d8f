import { closest, distance } from 'fastest-levenshtein'

/** Find the known name nearest to a misspelt one, or undefined when none is close. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const folded = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]))
  const nearest = closest(name.toLowerCase(), [...folded.keys()])
  const limit = Math.max(2, Math.floor(name.length / 3))
  return distance(name.toLowerCase(), nearest) <= limit ? folded.get(nearest) : undefined
}
