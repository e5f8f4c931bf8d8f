import { ASCII } from './ascii.ts'

/** Tags, which nobody sees, repeat ASCII from here on (Unicode 16.0, section 23.9). */
const TAGS = 0xe0000
const TAG = /[\u{e0020}-\u{e007e}]/gu

/** Joiners, marks and other characters that stand between letters without being one. */
const BETWEEN = /[\p{M}\p{Cf}]/gu

/** Digits of other scripts come in runs of ten, the zero first (Unicode Standard Annex 44, Numeric_Type). */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu
const DIGIT = /^\p{Nd}$/u

/** Lower-case letters of Cyrillic and Greek that look like a Latin one, or whose capitals do. */
const LOOK_ALIKE = new Map(
  [
    ['авсԁеһіјкмнорԛѕтухѡ', 'abcdehijkmhopqstyxw'],
    ['αβεζηικμνορτυχ', 'abezhikmnoptyx'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, at) => [letter, to[at] as string] as const)),
)
const OTHER_LETTER = /[\u0370-\u052f]/g

/**
 * Read a text as people do who copy it: what is ASCII in another shape, width or script is ASCII, and what stands between
 * its letters unseen is gone. A text of ASCII is read as it is.
 */
export function toPlainText(text: string): string {
  if (ASCII.test(text)) return text
  return text
    .replaceAll(TAG, (tag) => String.fromCharCode((tag.codePointAt(0) as number) - TAGS))
    .normalize('NFKD')
    .replaceAll(BETWEEN, '')
    .replaceAll(OTHER_DIGIT, readDigit)
    .replaceAll(OTHER_LETTER, (letter) => {
      const lower = letter.toLowerCase()
      const plain = LOOK_ALIKE.get(lower)
      return plain === undefined ? letter : lower === letter ? plain : plain.toUpperCase()
    })
}

function readDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  let value = 0
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}
