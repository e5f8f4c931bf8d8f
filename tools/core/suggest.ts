import { closest, distance } from 'fastest-levenshtein'

/** Shortest text that says anything as the beginning of a name, or as a word of it. */
const MIN_PART = 4

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const isNearWord = (a: string, b: string) => distance(a, b) <= Math.floor(a.length / MIN_PART)

/** The known names in which most words of a name stand, at least half of them, and one that says something. */
function findByWords(name: string, known: readonly string[]): string | undefined {
  const words = wordsOf(name)
  const rated = known.map((candidate) => {
    const others = wordsOf(candidate)
    const shared = words.filter((word) => others.some((other) => isNearWord(word, other)))
    const says = shared.some((word) => word.length >= MIN_PART)
    return { candidate, score: says ? shared.length : 0, extra: others.length }
  })
  const [best] = rated.sort((a, b) => b.score - a.score || a.extra - b.extra)
  return best !== undefined && best.score > 0 && best.score * 2 >= words.length ? best.candidate : undefined
}

/** Find the known name nearest to a misspelt, cut off or half remembered one, or undefined when none is close. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const folded = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]))
  const asked = name.toLowerCase()
  const nearest = closest(asked, [...folded.keys()])
  // What shares no letter with a short name is not near it.
  const limit = Math.min(name.length - 1, Math.max(2, Math.floor(name.length / 3)))
  if (distance(asked, nearest) <= limit) return folded.get(nearest)
  const begun = [...folded.keys()]
    .filter((candidate) => asked.length >= MIN_PART && candidate.startsWith(asked))
    .sort((a, b) => a.length - b.length)[0]
  return begun === undefined ? findByWords(name, known) : folded.get(begun)
}
