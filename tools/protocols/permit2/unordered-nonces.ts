import type { Hex } from 'viem'

/** Bits of a word of Permit2's `nonceBitmap`, one for each nonce (SignatureTransfer.bitmapPositions). */
const WORD_BITS = 256n

/** All nonces of a word. */
export const WHOLE_WORD = 2n ** WORD_BITS - 1n

/** Count the nonces of a word that are used up. */
export function countUsed(bitmap: bigint): number {
  let used = 0
  for (let rest = bitmap; rest > 0n; rest &= rest - 1n) used += 1
  return used
}

/** Find the least nonce of a word that is not used up; undefined when all are. */
export function firstFree(word: bigint, bitmap: bigint): bigint | undefined {
  for (let bit = 0n; bit < WORD_BITS; bit += 1n) {
    if (((bitmap >> bit) & 1n) === 0n) return word * WORD_BITS + bit
  }
  return undefined
}

/** Join single nonces and whole words into one mask a word, in the order of the words. */
export function toMasks(nonces: readonly bigint[], words: readonly bigint[]): Map<bigint, bigint> {
  const masks = new Map<bigint, bigint>()
  for (const nonce of nonces) {
    const word = nonce / WORD_BITS
    masks.set(word, (masks.get(word) ?? 0n) | (1n << (nonce % WORD_BITS)))
  }
  for (const word of words) masks.set(word, WHOLE_WORD)
  return new Map([...masks].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Write a word as 32 bytes. */
export const renderWord = (bits: bigint): Hex => `0x${bits.toString(16).padStart(64, '0')}`
