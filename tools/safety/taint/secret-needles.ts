import { Buffer } from 'node:buffer'
import * as Base58 from 'ox/Base58'
import { ASCII } from './ascii.ts'
import { fold } from './fold.ts'
import { type Needles, PIECE_LENGTH } from './needle-index.ts'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

const toBits = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')

const toBase32 = (bytes: Uint8Array) =>
  (toBits(bytes).match(/.{5}/g) ?? []).map((bits) => BASE32[Number.parseInt(bits, 2)]).join('')

/** Base64 of bytes as it looks inside the base64 of something longer, at each of the three alignments. */
const toBase64AtAnyAlignment = (bytes: Uint8Array) =>
  [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(Math.ceil((shift * 4) / 3), text.length - 1)
  })

/** Letters thirteen places on in the alphabet, which is its own reverse. */
const rotate = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })

const listNotations = (payload: Buffer): string[] => [
  payload.toString('hex'),
  toBase32(payload),
  Base58.fromBytes(payload),
  ...toBase64AtAnyAlignment(payload),
]

/** List what gives a secret away, folded; `isText` when its bytes are text. */
export function listNeedles({
  bytes,
  isText,
}: {
  readonly bytes: Uint8Array
  readonly isText?: boolean
}): Needles {
  const buffer = Buffer.from(bytes)
  const hex = buffer.toString('hex')
  const plain = isText ? buffer.toString('utf8') : hex
  // Pieces may fill words up with zeros; of what has few other digits too little is left.
  const unpadded = isText ? '' : hex.replaceAll('0', '')
  const again = [...(isText ? [] : [Buffer.from(plain)]), Buffer.from(plain, 'utf16le')]
  const bothWays = (notations: readonly string[]) =>
    notations.map(fold).flatMap((needle) => (needle === '' ? [] : [needle, reverse(needle)]))
  return {
    inPieces: [
      ...bothWays([
        ...(isText ? [plain] : [10, 8, 36].map((base) => BigInt(`0x${hex}`).toString(base))),
        rotate(plain),
        Buffer.from(bytes).reverse().toString('hex'),
        ...listNotations(buffer),
      ]),
      ...(unpadded.length < PIECE_LENGTH ? [] : [unpadded]),
      // As the characters that lists of numbers are read as, and that stand for the bytes.
      buffer.toString('latin1'),
    ],
    // Written down twice over, in bits, or in UTF-16.
    asWhole: [
      ...bothWays([toBits(bytes), ...again.flatMap(listNotations)]),
      Buffer.from(plain, 'utf16le').toString('latin1'),
    ],
  }
}

/** Almost every needle is ASCII, of which each byte is a character. */
const reverse = (text: string) =>
  ASCII.test(text) ? Buffer.from(text, 'latin1').reverse().toString('latin1') : [...text].reverse().join('')
