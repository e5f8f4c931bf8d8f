import { Buffer } from 'node:buffer'
import * as Base58 from 'ox/Base58'

/** A notation in which so many characters stand for so many bytes. */
interface Grouped {
  /** The digit of each character, by its code; -1 for what is none. */
  readonly digits: Int8Array
  readonly base: number
  readonly width: number
  readonly bytes: number
}

function group(alphabet: string, width: number, bytes: number): Grouped {
  const digits = new Int8Array(128).fill(-1)
  for (const [digit, character] of [...alphabet].entries()) digits[character.charCodeAt(0)] = digit
  return { digits, base: alphabet.length, width, bytes }
}

const BITS = group('01', 8, 1)

/** RFC 4648, sections 6 and 7. */
const BASE32 = [
  group('abcdefghijklmnopqrstuvwxyz234567', 8, 5),
  group('0123456789abcdefghijklmnopqrstuv', 8, 5),
]

/** Ascii85, RFC 1924, and Z85 (https://rfc.zeromq.org/spec/32). */
const BASE85 = [
  group(String.fromCharCode(...Array.from({ length: 85 }, (_, digit) => 0x21 + digit)), 5, 4),
  group('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~', 5, 4),
  group('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#', 5, 4),
]

const BITS_RUN = /[01]{8,}/g

/** Words and runs of characters that hold a piece of a secret at least. */
const WORD = /[!-~]{13,}/g
const BASE32_RUN = /[0-9a-z]{13,}|[0-9A-Z]{13,}/g
const BASE58_RUN = /[1-9A-HJ-NP-Za-km-z]{32,128}/g
const BASE85_RUN = /[!-~]{16,}/g

/** Of so many random characters hardly ever all are letters, or digits of hex. */
const HEX_OR_LETTERS = /^(?:0x)?(?:[0-9a-f]+|[a-z]+)$/i

/** What is much longer than a key and has nothing but characters of base64 is base64. */
const MUCH_BASE64 = /^[\w+/=-]{65,}$/

/** What tells the ways to decode something apart: no text goes on over it. */
const APART = 0xff

/**
 * Decode what in a text may be bits, base32 or base85, from each character that a group may begin at, or base58: all
 * that it comes to, one behind the other.
 */
export function decodeNotations(text: string): Buffer {
  const isMixed = (run: string) => !HEX_OR_LETTERS.test(run)
  // Most long words are none, and all of the others together are short.
  const words = (text.match(WORD) ?? []).filter(isMixed).join(' ')
  const find = (run: RegExp) => (words.match(run) ?? []).filter(isMixed)
  const base32 = find(BASE32_RUN).join(' ').toLowerCase()
  const base85 = find(BASE85_RUN)
    .filter((run) => !MUCH_BASE64.test(run))
    .join(' ')
  const base58 = find(BASE58_RUN).flatMap((run) => [Base58.toBytes(run), [APART]])
  return Buffer.concat([
    decodeGroups((text.match(BITS_RUN) ?? []).join(''), BITS),
    ...BASE32.map((notation) => decodeGroups(base32, notation)),
    ...BASE85.map((notation) => decodeGroups(base85, notation)),
    ...base58.map((bytes) => Buffer.from(bytes)),
  ])
}

/** The last group of a run is filled up with the last digit, as what decodes Ascii85 does: all else comes out as it was. */
function decodeGroups(text: string, { digits, base, width, bytes }: Grouped): Buffer {
  const decoded = Buffer.allocUnsafe(2 * (text.length + width) * (bytes + 1))
  let at = 0
  const decodeFrom = (from: number, to: number) => {
    for (let place = from; place < to; place += width) {
      let value = 0
      for (let one = place; one < place + width; one += 1) {
        value = value * base + (one < to ? (digits[text.charCodeAt(one)] as number) : base - 1)
      }
      for (let byte = at + bytes - 1; byte >= at; byte -= 1) {
        decoded[byte] = value % 256
        value = Math.floor(value / 256)
      }
      at += bytes
    }
    decoded[at] = APART
    at += 1
  }
  for (let begin = 0, end = 0; begin < text.length; begin = end + 1) {
    end = begin
    while ((digits[text.charCodeAt(end)] ?? -1) >= 0) end += 1
    if (end - begin < width) continue
    for (let from = begin; from < begin + width; from += 1) decodeFrom(from, end)
  }
  return decoded.subarray(0, at)
}
