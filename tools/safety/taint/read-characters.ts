import { Buffer } from 'node:buffer'
import type { CodedText } from './character-runs.ts'

const [ZERO, NINE] = [0x30, 0x39]

/** Read the numbers of a text as characters; what is no byte is left out. */
export function readCharacters({ codes }: CodedText): string {
  // Each number takes a digit, and all but the last one something behind it.
  const bytes = Buffer.allocUnsafe((codes.length + 1) >> 1)
  let length = 0
  let number = -1
  for (let at = 0; at <= codes.length; at += 1) {
    const code = at < codes.length ? (codes[at] as number) : 0
    if (code >= ZERO && code <= NINE) {
      number = Math.min(256, 10 * Math.max(0, number) + code - ZERO)
    } else if (number !== -1) {
      if (number < 256) {
        bytes[length] = number
        length += 1
      }
      number = -1
    }
  }
  return bytes.toString('latin1', 0, length)
}
