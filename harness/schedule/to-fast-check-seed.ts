/** Give a 32-bit seed for fast-check from a seed text. */
export const toFastCheckSeed = (seed: string): number => {
  let hash = 0x811c9dc5
  for (const char of seed) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return hash | 0
}
