/** Find the tint of a count, from 0 for none to 4: logarithmic, so that one is still seen beside a thousand. */
export const findHeat = (count: number, most: number): number =>
  count <= 0 ? 0 : Math.max(1, Math.ceil((Math.log1p(count) / Math.log1p(Math.max(count, most))) * 4))
