import type { AmountCheck } from '../../scenario/expectations.ts'
import type { Interval } from '../../vocabulary/interval.ts'

const BPS = 10_000n

/** Hold an amount within both bounds, as a scenario file can write it: the middle, and how far either bound is from it. */
export function checkWithin({ least, most }: Interval): AmountCheck {
  if (least === most) return { op: '=', value: least }
  const value = (least + most) / 2n
  // Nothing is any part of a middle of zero.
  if (value === 0n) return { op: '<=', value: most }
  return { op: '~', value, toleranceBps: Number(((most - value) * BPS + value - 1n) / value) }
}
