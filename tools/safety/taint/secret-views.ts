import { Buffer } from 'node:buffer'
import { ASCII } from './ascii.ts'
import { decodeNotations } from './decode-notations.ts'
import { fold } from './fold.ts'
import { joinHexGroups } from './hex-groups.ts'
import { toPlainText } from './plain-text.ts'
import { listPrintable } from './printable.ts'
import { readCharacters } from './read-characters.ts'
import { readSelectors } from './read-selectors.ts'
import { isEscaped, unescapeBytes, unescapeText } from './unescape-text.ts'

/** How often something that was decoded is decoded again. */
const MAX_DECODINGS = 4

/** What may be written down in another notation: long enough to hold a piece of a secret. */
const ENCODED_RUN = /[A-Za-z0-9+/_-]{16,}/g
const HEX_ONLY = /^(?:0x)?[0-9a-f]+$/i
/** What fills words up. */
const PADDING = '00000000'
/** Text that numbers are read as. */
const PRINTABLE_RUN = /[\x20-\x7e]{8,}/g

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
export function listViews(given: readonly string[]): ReadonlySet<string> {
  const views = new Set<string>()
  let texts: readonly string[] = [
    ...new Set(given.flatMap((text) => [text, toPlainText(text), readSelectors(text)])),
  ]
  for (let round = 0; texts.length > 0; round += 1) {
    const decoded = new Set<string>()
    for (const text of texts) {
      const said = unescapeText(text)
      // An escape may stand for a character that looks like another.
      const unescaped = toPlainText(said)
      const listed = readCharacters(text)
      // Lists of numbers are compared as they are: folding would tear holes into bytes.
      views.add(fold(text)).add(listed)
      if (said !== text) views.add(fold(said))
      if (unescaped !== text) views.add(fold(unescaped))
      // Pieces in words of calldata or in addresses, one each.
      if (unescaped.includes(PADDING)) views.add(fold(unescaped).replaceAll('0', ''))
      const bytewise = unescapeBytes(text)
      if (!ASCII.test(bytewise)) views.add(bytewise)
      for (const view of joinHexGroups(unescaped)) views.add(view)
      if (round === MAX_DECODINGS) continue
      const bytes = decodeNotations(unescaped)
      views.add(bytes.toString('hex'))
      const inner = [...decode(unescaped), ...listPrintable(bytes), ...(listed.match(PRINTABLE_RUN) ?? [])]
      for (const one of inner) decoded.add(one)
    }
    texts = [...decoded]
  }
  return views
}

/** Decode what may be base64 or hex; nothing but text is worth another look. */
function decode(text: string): string[] {
  const unwrapped = text.replaceAll(/[\s"'\\,]+/g, '')
  return (unwrapped === text ? [text] : [text, unwrapped]).flatMap((layout) =>
    (layout.match(ENCODED_RUN) ?? []).flatMap((run) =>
      HEX_ONLY.test(run)
        ? listPrintable(Buffer.from(run.replace(/^0x/i, ''), 'hex'))
        : // Where the encoded part starts is not known, so it is read from each place that tells it apart.
          [0, 1, 2, 3].flatMap((shift) => listPrintable(Buffer.from(run.slice(shift), 'base64'))),
    ),
  )
}
