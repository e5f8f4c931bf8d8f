/** How cheap gas may become, and how long that took from fees like the one of now. */
export interface GasWindow {
  /** Share of past blocks that were no dearer. */
  readonly percentile: number
  readonly baseFeeWei: bigint
  /** Blocks until the fee was no higher than that: the middle of the past, and nine tenths of it; undefined when it was not reached. */
  readonly medianWaitBlocks: number | undefined
  readonly slowWaitBlocks: number | undefined
  /** How many past blocks with such a fee as now this rests on. */
  readonly sampleCount: number
}

/** The fee that so many hundredths of some fees do not exceed (nearest rank). */
export function percentileOf(fees: readonly bigint[], percentile: number): bigint {
  const sorted = fees.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.max(Math.ceil((percentile / 100) * sorted.length) - 1, 0)] ?? 0n
}

/**
 * Estimate from past base fees how long it takes until they are no higher than some of their percentiles: the waiting
 * times from every past block whose fee was at least that of now (empirical first-passage times). A block from which the
 * end of the record came first counts as one that waited for ever.
 */
export function findGasWindows(
  fees: readonly bigint[],
  currentWei: bigint,
  percentiles: readonly number[],
): GasWindow[] {
  return percentiles.map((percentile) => {
    const target = percentileOf(fees, percentile)
    const waits = waitsUntil(fees, target).filter((_, at) => (fees[at] ?? 0n) >= currentWei)
    const sorted = waits.toSorted((a, b) => a - b)
    const pick = (share: number) => {
      const wait = sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)]
      return wait === undefined || wait === Number.POSITIVE_INFINITY ? undefined : wait
    }
    return {
      percentile,
      baseFeeWei: target,
      medianWaitBlocks: pick(0.5),
      slowWaitBlocks: pick(0.9),
      sampleCount: sorted.length,
    }
  })
}

/** Blocks from each one to the next whose fee is no higher than a target, itself included. */
function waitsUntil(fees: readonly bigint[], target: bigint): number[] {
  const waits = new Array<number>(fees.length)
  let reachedAt = Number.POSITIVE_INFINITY
  for (let at = fees.length - 1; at >= 0; at -= 1) {
    if ((fees[at] ?? 0n) <= target) reachedAt = at
    waits[at] = reachedAt - at
  }
  return waits
}
