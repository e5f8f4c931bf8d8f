import type { Path } from '../text/matrix.ts'

type Members = Readonly<Record<string, unknown>>

/** Drop of a setup what does not have its shape, so that the rest can still be read. */
export function withoutBad(file: Members, bad: readonly Path[]): Members {
  const kept = structuredClone(file) as Record<string, unknown>
  for (const path of bad) {
    const depth = path[0] === 'limits' ? 2 : path[0] === 'policy' ? (path[1] === 'cage' ? 3 : 2) : 1
    const [last, ...parents] = path.slice(0, depth).reverse()
    let owner: unknown = kept
    for (const key of parents.reverse()) owner = (owner as Record<string, unknown> | undefined)?.[key]
    if (last !== undefined && owner !== null && typeof owner === 'object') {
      delete (owner as Record<string, unknown>)[last]
    }
  }
  return kept
}
