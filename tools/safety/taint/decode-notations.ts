import { Buffer } from 'node:buffer'
import * as Base58 from 'ox/Base58'
import { type CodedText, kindOf, listRuns, toCodes } from './character-runs.ts'

/** A notation in which so many characters stand for so many bytes. */
interface Grouped {
  /** The digit of each character, by its code; -1 for what is none. */
  readonly digits: Int8Array
  readonly last: number
  readonly width: number
  readonly bytes: number
  /** Decode digits from one place to another, groups of digits each, to where bytes go; answers where these end. */
  readonly decode: (digits: Int8Array, from: number, to: number, into: Buffer, at: number) => number
}

function group(alphabet: string, width: number, bytes: number, decode: Grouped['decode']): Grouped {
  const digits = new Int8Array(128).fill(-1)
  for (const [digit, character] of [...alphabet].entries()) digits[character.charCodeAt(0)] = digit
  return { digits, last: alphabet.length - 1, width, bytes, decode }
}

const decodeBits =
  (bitsOfDigit: number): Grouped['decode'] =>
  (digits, from, to, into, at) => {
    let [end, bits, value] = [at, 0, 0]
    for (let one = from; one < to; one += 1) {
      value = (value << bitsOfDigit) | (digits[one] as number)
      bits += bitsOfDigit
      if (bits < 8) continue
      bits -= 8
      into[end] = value >>> bits
      end += 1
      value &= (1 << bits) - 1
    }
    return end
  }

/** What a group is beyond 32 bits is cut off. */
const decodeBase85: Grouped['decode'] = (digits, from, to, into, at) => {
  let end = at
  for (let place = from; place < to; place += 5) {
    let value = 0
    for (let one = place; one < place + 5; one += 1)
      value = (Math.imul(value, 85) + (digits[one] as number)) | 0
    into[end] = value >>> 24
    into[end + 1] = value >>> 16
    into[end + 2] = value >>> 8
    into[end + 3] = value
    end += 4
  }
  return end
}

const BITS = group('01', 8, 1, decodeBits(1))

/** RFC 4648, sections 6 and 7. */
const BASE32 = ['abcdefghijklmnopqrstuvwxyz234567', '0123456789abcdefghijklmnopqrstuv'].map((alphabet) =>
  group(alphabet, 8, 5, decodeBits(5)),
)

/** Ascii85, RFC 1924, and Z85 (https://rfc.zeromq.org/spec/32). */
const BASE85 = [
  String.fromCharCode(...Array.from({ length: 85 }, (_, digit) => 0x21 + digit)),
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~',
  '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#',
].map((alphabet) => group(alphabet, 5, 4, decodeBase85))

const IS_BIT = kindOf(/[01]/)
const IS_VISIBLE = kindOf(/[!-~]/)
const IS_LOWER = kindOf(/[0-9a-z]/)
const IS_UPPER = kindOf(/[0-9A-Z]/)
const IS_BASE58 = kindOf(/[1-9A-HJ-NP-Za-km-z]/)

/** Fewest characters that hold a piece of a secret. */
const LEAST = { word: 13, bits: 8, base32: 13, base58: 32, base85: 16 }

/** Decoding it takes the square of its length, and no key has more. */
const MOST_BASE58 = 128

/** Of so many random characters hardly ever all are digits of hex, and no word of a language has more letters. */
const HEX_OR_WORD = /^(?:(?:0x)?[0-9a-f]+|[a-z]{1,25})$/i

/** What is much longer than a key and has nothing but characters of base64 is base64. */
const MUCH_BASE64 = /^[\w+/=-]{65,}$/

/** What tells the ways to decode something apart: no text goes on over it. */
const APART = 0xff

/**
 * Decode what in a text may be bits, base32 or base85, from each character that a group may begin at, or base58: all
 * that it comes to, one behind the other.
 */
export function decodeNotations(text: CodedText): Buffer {
  const isMixed = (run: string) => !HEX_OR_WORD.test(run)
  // Most long words are none, and all of the others together are short.
  const words = toCodes(listRuns(text, IS_VISIBLE, LEAST.word).filter(isMixed).join(' '))
  const base32 = [IS_LOWER, IS_UPPER]
    .flatMap((kind) => listRuns(words, kind, LEAST.base32))
    .filter(isMixed)
    .join(' ')
    .toLowerCase()
  const base85 = listRuns(words, IS_VISIBLE, LEAST.base85)
    .filter((run) => isMixed(run) && !MUCH_BASE64.test(run))
    .join(' ')
  const base58 = listRuns(words, IS_BASE58, LEAST.base58).flatMap(cutBase58).filter(isMixed)
  return Buffer.concat([
    decodeGroups(listRuns(text, IS_BIT, LEAST.bits).join(''), BITS),
    ...BASE32.map((notation) => decodeGroups(base32, notation)),
    ...BASE85.map((notation) => decodeGroups(base85, notation)),
    ...base58.flatMap((run) => [Base58.toBytes(run), Uint8Array.of(APART)]),
  ])
}

function cutBase58(run: string): string[] {
  const parts: string[] = []
  for (let at = 0; run.length - at >= LEAST.base58; at += MOST_BASE58)
    parts.push(run.slice(at, at + MOST_BASE58))
  return parts
}

/** The last group of a run is filled up with the last digit, as what decodes Ascii85 does: all else comes out as it was. */
function decodeGroups(text: string, { digits, last, width, bytes, decode }: Grouped): Buffer {
  const decoded = Buffer.allocUnsafe(2 * (text.length + width) * (bytes + 1))
  const run = new Int8Array(text.length + width)
  let length = 0
  for (let at = 0, count = 0; at <= text.length; at += 1) {
    const digit = digits[text.charCodeAt(at)] ?? -1
    if (digit >= 0) {
      run[count] = digit
      count += 1
      continue
    }
    if (count >= width) run.fill(last, count, count + width)
    for (let from = 0; from < width && count >= width; from += 1) {
      const to = from + width * Math.ceil((count - from) / width)
      length = decode(run, from, to, decoded, length)
      decoded[length] = APART
      length += 1
    }
    count = 0
  }
  return decoded.subarray(0, length)
}
