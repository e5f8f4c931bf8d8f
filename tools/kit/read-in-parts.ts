/** Reads of one request: each may burn 200 000 gas (`BoundedRead.sol`), of the 30 million that a request has. */
const MOST_READS = 120

/**
 * Read balances or allowances in parts, none of which fails for what strangers' tokens burn; `readsEach` says how many
 * reads each query comes to.
 */
export async function readInParts<Query, Answer>(
  queries: readonly Query[],
  readsEach: number,
  read: (part: readonly Query[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  const size = Math.floor(MOST_READS / readsEach)
  const parts = Array.from({ length: Math.ceil(queries.length / size) }, (_, index) =>
    queries.slice(index * size, (index + 1) * size),
  )
  return (await Promise.all(parts.map(read))).flat()
}
