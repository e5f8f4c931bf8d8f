import { Buffer } from 'node:buffer'

const [ZERO, NINE] = [0x30, 0x39]

/** Read the numbers of a text as characters; what is no byte is left out. */
export function readCharacters(text: string): string {
  const codes: number[] = []
  let number = -1
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) {
      number = Math.min(256, 10 * Math.max(0, number) + code - ZERO)
    } else if (number !== -1) {
      if (number < 256) codes.push(number)
      number = -1
    }
  }
  return Buffer.from(codes).toString('latin1')
}
