import * as Mnemonic from 'ox/Mnemonic'

const WORDS: ReadonlySet<string> = new Set(Mnemonic.english)

/** Numbers of words that a phrase can have (BIP-39), the longest first. */
const LENGTHS = [24, 21, 18, 15, 12]

/** What sources and JSON write for a character between words: its letters belong to none. */
const ESCAPE = /\\(?:u[\da-f]{4}|x[\da-f]{2}|[bfnrtv])/gi

/**
 * Find the phrases of wallets in a text: words of the English list with a sound checksum (BIP-39), however they are set apart;
 * where escapes do that, also with spaces in their place.
 */
export function findMnemonics(text: string): readonly string[] {
  const unescaped = text.replaceAll(ESCAPE, ({ length }) => ' '.repeat(length))
  const places = [...findPlaces(text), ...findPlaces(unescaped)]
  return [
    ...new Set(
      places.flatMap(({ start, end }) => [text, unescaped].map((written) => written.slice(start, end))),
    ),
  ]
}

function findPlaces(text: string): readonly { readonly start: number; readonly end: number }[] {
  const words = [...text.matchAll(/[A-Za-z]+/g)].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const found: { readonly start: number; readonly end: number }[] = []
  let run = 0
  for (let at = 0; at < words.length; at += Math.max(1, run)) {
    run = 0
    while (WORDS.has(words[at + run]?.word ?? '')) run += 1
    for (const length of LENGTHS) {
      for (let first = at; first + length <= at + run; first += 1) {
        const phrase = words.slice(first, first + length)
        if (!Mnemonic.validate(phrase.map(({ word }) => word).join(' '), Mnemonic.english)) continue
        found.push({ start: phrase[0]?.start ?? 0, end: phrase.at(-1)?.end ?? 0 })
      }
    }
  }
  return found
}
