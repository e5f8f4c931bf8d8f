/** Find the largest of numbers, of which there may be more than a call has room for; not less than a floor. */
export const findMost = (values: readonly number[], floor: number): number =>
  values.reduce((most, value) => Math.max(most, value), floor)
