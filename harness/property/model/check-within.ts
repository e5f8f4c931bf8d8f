import type { AmountCheck } from '../../scenario/expectations.ts'
import type { Interval } from '../../vocabulary/interval.ts'

const BPS = 10_000n

/** Hold an amount within both bounds, as a scenario file can write it: the middle, and how far either bound is from it. */
export function checkWithin({ least, most }: Interval): AmountCheck {
  if (least === most) return { op: '=', value: least }
  const value = (least + most) / 2n
  const toleranceBps = value === 0n ? BPS : ((most - value) * BPS + value - 1n) / value
  // All of the middle away from it, nothing bounds from below.
  if (toleranceBps >= BPS) return { op: '<=', value: most }
  return { op: '~', value, toleranceBps: Number(toleranceBps) }
}
