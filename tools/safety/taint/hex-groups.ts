import { type CodedText, kindOf } from './character-runs.ts'
import { PIECE_LENGTH } from './needle-index.ts'

/** Longest group of hex digits that is one part of several. */
const MAX_WIDTH = 15

const IS_IN_WORD = kindOf(/[0-9a-z]/i)
const IS_HEX = kindOf(/[0-9a-f]/i)
const [ZERO, X] = [0x30, 0x78]

/** The hex digits of a word that has nothing else behind its prefix, so many at most. */
function readHexWord({ text, codes }: CodedText, begin: number, end: number): string | undefined {
  const isPrefixed = codes[begin] === ZERO && ((codes[begin + 1] ?? 0) | 0x20) === X
  const from = isPrefixed ? begin + 2 : begin
  if (from >= end || end - from > MAX_WIDTH) return undefined
  for (let at = from; at < end; at += 1) if (IS_HEX[codes[at] as number] === 0) return undefined
  return text.slice(from, end).toLowerCase()
}

/**
 * Join the groups of hex digits in a text, those of one width and all of them, whatever stands between them, in their
 * order and backwards.
 */
export function joinHexGroups(coded: CodedText): string[] {
  const { codes } = coded
  const groups = new Map<number, string[]>()
  const all: string[] = []
  for (let begin = 0, end = 0; begin < codes.length; begin = end + 1) {
    end = begin
    while (end < codes.length && IS_IN_WORD[codes[end] as number] === 1) end += 1
    const digits = readHexWord(coded, begin, end)
    if (digits === undefined) continue
    all.push(digits)
    const group = groups.get(digits.length)
    if (group) group.push(digits)
    else groups.set(digits.length, [digits])
  }
  const ofAnyWidth = groups.size > 1 ? [all] : []
  return [...groups.values(), ...ofAnyWidth].flatMap((found) => {
    const joined = found.join('')
    return joined.length < PIECE_LENGTH ? [] : [joined, found.reverse().join('')]
  })
}
