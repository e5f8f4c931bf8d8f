import { Buffer } from 'node:buffer'
import { ASCII } from './ascii.ts'
import { type CodedText, kindOf, listRuns, toCodes } from './character-runs.ts'
import { decodeNotations } from './decode-notations.ts'
import { fold } from './fold.ts'
import { joinHexGroups } from './hex-groups.ts'
import { toPlainText } from './plain-text.ts'
import { listPrintable } from './printable.ts'
import { readCharacters } from './read-characters.ts'
import { readSelectors } from './read-selectors.ts'
import { isEscaped, readEscapes } from './unescape-text.ts'

/** How often something that was decoded is decoded again. */
const MAX_DECODINGS = 4

/** What may be written down in another notation, and how much of it holds a piece of a secret. */
const IS_ENCODED = kindOf(/[A-Za-z0-9+/_-]/)
const LEAST_ENCODED = 16
const HEX_ONLY = /^(?:0x)?[0-9a-f]+$/i
/** What fills words up. */
const PADDING = '00000000'
/** Text that numbers are read as. */
const IS_PRINTABLE = kindOf(/[\x20-\x7e]/)
const LEAST_PRINTABLE = 8

/** List the texts that a value comes to: its fields and its keys, each read on their own. */
export function listTexts(leaves: readonly string[], keys: readonly string[]): readonly string[] {
  const text = leaves.join(' ')
  // An escape may be spread over fields as well.
  return [text, keys.join(' '), ...(isEscaped(text) ? [leaves.join('')] : [])]
}

/**
 * List the ways to read texts: as they stand, as they look, unescaped, their numbers as characters, groups of hex digits
 * without what stands between them, words without zeros, and all of that again for what base64, hex, base32, base58 or
 * base85 in them decodes to.
 */
export function listViews(given: readonly string[]): readonly string[] {
  const views: string[] = []
  let texts: ReadonlySet<string> = new Set(
    given.flatMap((text) => [text, toPlainText(text), readSelectors(text)]),
  )
  for (let round = 0; texts.size > 0; round += 1) {
    const decoded = new Set<string>()
    for (const text of texts) {
      const { bytewise, said } = readEscapes(text)
      // An escape may stand for a character that looks like another.
      const unescaped = toPlainText(said)
      const codes = toCodes(text)
      const plainCodes = unescaped === text ? codes : toCodes(unescaped)
      const listed = readCharacters(codes)
      const folded = fold(text)
      const plain = unescaped === text ? folded : fold(unescaped)
      // Lists of numbers are compared as they are: folding would tear holes into bytes.
      views.push(folded, listed)
      if (said !== text) views.push(fold(said))
      if (unescaped !== text) views.push(plain)
      // Pieces in words of calldata or in addresses, one each.
      if (unescaped.includes(PADDING)) views.push(plain.replaceAll('0', ''))
      if (!ASCII.test(bytewise)) views.push(bytewise)
      views.push(...joinHexGroups(plainCodes))
      if (round === MAX_DECODINGS) continue
      const bytes = decodeNotations(plainCodes)
      views.push(bytes.toString('hex'))
      const inner = [
        ...decode(plainCodes),
        ...listPrintable(bytes),
        ...listRuns(toCodes(listed), IS_PRINTABLE, LEAST_PRINTABLE),
      ]
      for (const one of inner) decoded.add(one)
    }
    texts = decoded
  }
  return views
}

/** Decode what may be base64 or hex; nothing but text is worth another look. */
function decode(coded: CodedText): string[] {
  const unwrapped = coded.text.replaceAll(/[\s"'\\,\xff]+/g, '')
  const layouts = unwrapped === coded.text ? [coded] : [coded, toCodes(unwrapped)]
  return layouts.flatMap((layout) =>
    listRuns(layout, IS_ENCODED, LEAST_ENCODED).flatMap((run) =>
      HEX_ONLY.test(run)
        ? listPrintable(Buffer.from(run.replace(/^0x/i, ''), 'hex'))
        : // Where the encoded part starts is not known, so it is read from each place that tells it apart.
          [0, 1, 2, 3].flatMap((shift) => listPrintable(Buffer.from(run.slice(shift), 'base64'))),
    ),
  )
}
