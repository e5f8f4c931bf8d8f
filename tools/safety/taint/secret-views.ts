import { Buffer } from 'node:buffer'
import { fold } from './fold.ts'
import { joinHexGroups } from './hex-groups.ts'
import { listPrintable } from './printable.ts'
import { readCharacters } from './read-characters.ts'

/** How often something that was decoded is decoded again. */
const MAX_DECODINGS = 4

/** What may be written down in another notation: long enough to hold a piece of a secret. */
const ENCODED_RUN = /[A-Za-z0-9+/_-]{16,}/g
const HEX_ONLY = /^(?:0x)?[0-9a-f]+$/i
/** Text that numbers are read as. */
const PRINTABLE_RUN = /[\x20-\x7e]{8,}/g

/** List the texts that a value comes to: its fields and its keys, each read on their own. */
export function listTexts(leaves: readonly string[], keys: readonly string[]): readonly string[] {
  const text = leaves.join(' ')
  // An escape may be spread over fields as well.
  return [text, keys.join(' '), ...(ESCAPED.test(text) ? [leaves.join('')] : [])]
}

/**
 * List the ways to read texts: as they stand, unescaped, their numbers as characters, groups of hex digits without what
 * stands between them, and all of that again for what base64 or hex in them decodes to.
 */
export function listViews(given: readonly string[]): ReadonlySet<string> {
  const views = new Set<string>()
  let texts = given
  for (let round = 0; texts.length > 0; round += 1) {
    const decoded = new Set<string>()
    for (const text of texts) {
      const unescaped = unescapeText(text)
      const listed = readCharacters(text)
      // Lists of numbers are compared as they are: folding would tear holes into bytes.
      views.add(fold(text)).add(listed)
      if (unescaped !== text) views.add(fold(unescaped))
      for (const view of joinHexGroups(unescaped)) views.add(view)
      if (round === MAX_DECODINGS) continue
      for (const inner of [...decode(unescaped), ...(listed.match(PRINTABLE_RUN) ?? [])]) decoded.add(inner)
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

const ESCAPED = /[%\\&]/

/** Undo percent, backslash and character-reference escapes, also nested ones. */
function unescapeText(text: string): string {
  let plain = text
  if (!ESCAPED.test(text)) return text
  for (let round = 0; round < 3; round += 1) {
    const next = plain
      .replaceAll(/(?:%|\\x|\\u00|&#x)([0-9a-f]{2});?/gi, (_, hex: string) =>
        fromCode(Number.parseInt(hex, 16)),
      )
      .replaceAll(/&#(\d{1,3});/g, (_, code: string) => fromCode(Number(code)))
    if (next === plain) break
    plain = next
  }
  return plain
}

const fromCode = (code: number) => String.fromCharCode(code)
