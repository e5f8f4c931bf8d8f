import { BEYOND_ASCII } from './ascii.ts'

/** Tags, which nobody sees, repeat ASCII from here on (Unicode 16.0, section 23.9). */
const TAGS = 0xe0000
const TAG = /[\u{e0020}-\u{e007e}]/gu

/**
 * Letters in circles, in squares and as halves of flags, and digits in black circles, of which compatibility knows no
 * letter or digit: where a run of them begins, and with what (Unicode 16.0, sections 22.10 and 22.9).
 */
const SHAPED = [
  [0x24f5, '1'],
  [0x24ff, '0'],
  [0x2776, '1'],
  [0x278a, '1'],
  [0x1f150, 'a'],
  [0x1f170, 'a'],
  [0x1f1e6, 'a'],
] as const
const IN_SHAPE =
  /[\u24f5-\u24fd\u24ff\u2776-\u277e\u278a-\u2792\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu

/** Joiners, marks and other characters that stand between letters without being one, or that nobody sees. */
const BETWEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Digits of other scripts come in runs of ten, the zero first (Unicode Standard Annex 44, Numeric_Type). */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu
const DIGIT = /^\p{Nd}$/u

/** Lower-case letters of Cyrillic, Greek and Cherokee that look like a Latin one, or whose capitals do, and small capitals. */
const LOOK_ALIKE = new Map(
  [
    ['авсԁеһіјкмнорԛѕтухѡ', 'abcdehijkmhopqstyxw'],
    ['αβεζηικμνορτυχ', 'abezhikmnoptyx'],
    ['ꭺᏼꮯꭰꭼꮋꭻꮶꮮꮇꮲꮪꭲꮩꮤꮓ', 'abcdehjklmpstvwz'],
    ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡ', 'abcdefghijklmnoprstuvwyzag'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, at) => [letter, to[at] as string] as const)),
)
const OTHER_LETTER = /[\u0250-\u052f\u13a0-\u13ff\u1d00-\u1d22\ua730\ua731\uab70-\uabbf]/g

/**
 * Read a text as people do who copy it: what is ASCII in another shape, width or script is ASCII, and what stands between
 * its letters unseen is gone. A text of ASCII is read as it is.
 */
export const toPlainText = (text: string): string => text.replaceAll(BEYOND_ASCII, readRun)

/** No mark of a run moves over the ASCII around it, so that it is read as in the whole text. */
function readRun(run: string): string {
  return run
    .replaceAll(TAG, (tag) => String.fromCharCode((tag.codePointAt(0) as number) - TAGS))
    .replaceAll(IN_SHAPE, readShaped)
    .normalize('NFKD')
    .replaceAll(BETWEEN, '')
    .replaceAll(OTHER_DIGIT, readDigit)
    .replaceAll(OTHER_LETTER, (letter) => {
      const lower = letter.toLowerCase()
      const plain = LOOK_ALIKE.get(lower)
      return plain === undefined ? letter : lower === letter ? plain : plain.toUpperCase()
    })
}

function readShaped(character: string): string {
  const code = character.codePointAt(0) as number
  const [begin, first] = SHAPED.findLast(([begins]) => begins <= code) as (typeof SHAPED)[number]
  return String.fromCharCode(first.charCodeAt(0) + code - begin)
}

function readDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  let value = 0
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}
