import { hash } from 'node:crypto'
import { english } from 'ox/Mnemonic'

/** The words of the list with their places in it, each a number of 11 bits. */
const PLACES: ReadonlyMap<string, number> = new Map(english.map((word, place) => [word, place]))
const WORD_BITS = 11

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
  const places = [...findPlaces(text), ...(unescaped === text ? [] : findPlaces(unescaped))]
  return [
    ...new Set(
      places.flatMap(({ start, end }) => [text, unescaped].map((written) => written.slice(start, end))),
    ),
  ]
}

function findPlaces(text: string): readonly { readonly start: number; readonly end: number }[] {
  const words = [...text.matchAll(/[A-Za-z]+/g)].map((match) => ({
    place: PLACES.get(match[0].toLowerCase()),
    start: match.index,
    end: match.index + match[0].length,
  }))
  return LENGTHS.flatMap((length) => {
    const found: { readonly start: number; readonly end: number }[] = []
    const most = 1n << BigInt(length * WORD_BITS)
    let bits = 0n
    let run = 0
    for (const [at, { place, end }] of words.entries()) {
      run = place === undefined ? 0 : run + 1
      bits = place === undefined ? 0n : ((bits << BigInt(WORD_BITS)) | BigInt(place)) % most
      const start = words[at + 1 - length]?.start
      if (run >= length && start !== undefined && isSound(bits, length)) found.push({ start, end })
    }
    return found
  })
}

/** Whether the bits of a phrase end with the first ones of the hash of those before, one for each three words. */
function isSound(bits: bigint, length: number): boolean {
  const checkBits = length / 3
  const entropy = (bits >> BigInt(checkBits)).toString(16).padStart(8 * checkBits, '0')
  const [first = 0] = hash('sha256', Buffer.from(entropy, 'hex'), 'buffer')
  return first >> (8 - checkBits) === Number(bits & ((1n << BigInt(checkBits)) - 1n))
}
