/** Say a count with its noun: `1 scenario`, `2 scenarios`, `12,000 steps`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
