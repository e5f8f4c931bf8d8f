/** A block and when it was. */
interface Timed {
  readonly number: bigint
  readonly timestamp: bigint
}

/**
 * Guess which block between two was the head at a time, as if blocks came evenly (interpolation search); never one of the
 * two, between which at least one more has to lie.
 */
export function guessBlock(
  { before, after }: { readonly before: Timed; readonly after: Timed },
  wanted: bigint,
): bigint {
  const span = after.timestamp - before.timestamp
  const width = after.number - before.number
  const guess = before.number + (span === 0n ? 0n : (width * (wanted - before.timestamp)) / span)
  if (guess <= before.number) return before.number + 1n
  return guess >= after.number ? after.number - 1n : guess
}
