import { Buffer } from 'node:buffer'

/** What begins an escape; the sign of quoted-printable stands in much else, so that a few of them are one. */
const ESCAPED = /[%\\&]|(?:=[0-9A-Fa-f]{2}){4}/
const QUOTED_PRINTABLE = /(?:=[0-9A-Fa-f]{2}){4,}/g

/** A byte in hex: percent-encoded, or after a backslash. */
const HEX_BYTE = /(?:%|\\[xX])([0-9A-Fa-f]{2})/g
/** A byte in octal, after a backslash. */
const OCTAL_BYTE = /\\(?:o\{)?([0-3]?[0-7]{2})\}?/g
/** A code point, as programs and as HTML write one. */
const CODE_POINT =
  /\\U0*([0-9A-Fa-f]{1,6})(?![0-9A-Fa-f])|\\u([0-9A-Fa-f]{4})|\\[uUxX]\{0*([0-9A-Fa-f]{1,6})\}|&#[xX]0*([0-9A-Fa-f]{1,6});?/g
/** What begins a line or stands between words: no letter of what is said. */
const BLANK = /\\[bfnrtv]/g
const DECIMAL = /&#0*(\d{1,7});?/g

/** Bytes that are a character of UTF-8, but for ASCII. */
const UTF8 = /[\xc2-\xf4][\x80-\xbf]{1,3}/g

/** How often something that was unescaped is unescaped again. */
const ROUNDS = 3

/** Tell whether there may be an escape in a text. */
export const isEscaped = (text: string): boolean => ESCAPED.test(text)

/** What a text says without its escapes. */
export interface Unescaped {
  /** Bytes are taken for no characters of UTF-8. */
  readonly bytewise: string
  readonly said: string
}

/** Undo percent, backslash, quoted-printable and character-reference escapes, also nested ones. */
export function readEscapes(text: string): Unescaped {
  if (!isEscaped(text)) return { bytewise: text, said: text }
  const bytewise = unescapeBytes(text)
  return { bytewise, said: bytewise.replaceAll(UTF8, (bytes) => Buffer.from(bytes, 'latin1').toString()) }
}

function unescapeBytes(text: string): string {
  let plain = text
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = plain
      .replaceAll(QUOTED_PRINTABLE, (run) => run.replaceAll('=', '%'))
      .replaceAll(CODE_POINT, (written, ...digits: (string | undefined)[]) =>
        fromCode(written, digits.slice(0, 4).find(Boolean) ?? '', 16),
      )
      .replaceAll(BLANK, ' ')
      .replaceAll(DECIMAL, (written, digits: string) => fromCode(written, digits, 10))
      .replaceAll(HEX_BYTE, (written, digits: string) => fromCode(written, digits, 16))
      .replaceAll(OCTAL_BYTE, (written, digits: string) => fromCode(written, digits, 8))
    if (next === plain) break
    plain = next
  }
  return plain
}

/** Answer a character; what is beyond Unicode stays as it is. */
function fromCode(written: string, digits: string, base: number): string {
  const code = Number.parseInt(digits, base)
  return code <= 0x10ffff ? String.fromCodePoint(code) : written
}
