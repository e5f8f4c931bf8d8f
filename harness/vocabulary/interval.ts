/** An amount of which bounds are known; both are equal when it is known exactly. */
export interface Interval {
  readonly least: bigint
  readonly most: bigint
}

/** An amount that is known. */
export const exactly = (amount: bigint): Interval => ({ least: amount, most: amount })

/** Add amounts. */
export const sum = (amounts: readonly Interval[]): Interval =>
  amounts.reduce((a, b) => ({ least: a.least + b.least, most: a.most + b.most }), exactly(0n))

/** Tell whether an amount is above a limit; undefined when it cannot be told. */
export const isAbove = ({ least, most }: Interval, limit: bigint): boolean | undefined =>
  least > limit ? true : most <= limit ? false : undefined
