import { PIECE_LENGTH } from './needle-index.ts'

/** Longest group of hex digits that is one part of several. */
const MAX_WIDTH = 15

/** A word of hex digits, or of nothing else after its prefix. */
const HEX_WORD = /^(?:0x)?([0-9a-f]{1,15})$/i

const isWordCode = (code: number) =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)

/**
 * Join the groups of hex digits in a text, those of one width and all of them, whatever stands between them, in their
 * order and backwards.
 */
export function joinHexGroups(text: string): string[] {
  const groups = new Map<number, string[]>()
  const all: string[] = []
  let begin = -1
  for (let at = 0; at <= text.length; at += 1) {
    if (isWordCode(text.charCodeAt(at))) {
      if (begin === -1) begin = at
      continue
    }
    // Most words are longer, and none of them is cut out of the text.
    if (begin !== -1 && at - begin <= MAX_WIDTH + 2) {
      const digits = HEX_WORD.exec(text.slice(begin, at))?.[1]?.toLowerCase()
      if (digits !== undefined) {
        all.push(digits)
        const group = groups.get(digits.length)
        if (group) group.push(digits)
        else groups.set(digits.length, [digits])
      }
    }
    begin = -1
  }
  const ofAnyWidth = groups.size > 1 ? [all] : []
  return [...groups.values(), ...ofAnyWidth].flatMap((found) => {
    const joined = found.join('')
    return joined.length < PIECE_LENGTH ? [] : [joined, found.reverse().join('')]
  })
}
