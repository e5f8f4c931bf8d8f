/** What gives something away: each needle by any telling piece of it, or only as a whole. */
export interface Needles {
  readonly inPieces: readonly string[]
  readonly asWhole: readonly string[]
}

/** Finds needles in texts. */
export interface NeedleIndex<Of> {
  /** Add to `found` everything of which a text holds a telling piece or a whole needle. */
  search(text: string, found: Set<Of>): void
}

/** Length of a piece of a secret that gives it away: 64 bits of a key in hex. */
export const PIECE_LENGTH = 16

/** A piece with fewer different characters says nothing. */
const MIN_DISTINCT = 4

/** Characters by which places in needles are looked up. */
const GRAM = 6

/** A piece in a text covers one gram at a multiple of this, wherever it begins, so the others need no look. */
const STRIDE = PIECE_LENGTH - GRAM + 1

interface Needle<Of> {
  readonly of: Of
  readonly text: string
  /** 1 where a telling piece begins; undefined for a needle that counts as a whole only. */
  readonly telling: Uint8Array | undefined
}

/** Create the index of the needles of some things. */
export function createNeedleIndex<Of>(things: readonly (Needles & { readonly of: Of })[]): NeedleIndex<Of> {
  const needles: Needle<Of>[] = []
  const short: { readonly of: Of; readonly text: string }[] = []
  for (const { of, inPieces, asWhole } of things) {
    for (const text of inPieces) {
      if (text.length < PIECE_LENGTH) short.push({ of, text })
      else needles.push({ of, text, telling: markTelling(text) })
    }
    for (const text of asWhole) {
      if (text.length < PIECE_LENGTH) short.push({ of, text })
      else needles.push({ of, text, telling: undefined })
    }
  }
  const places = createPlaces(needles)

  return {
    search(text, found) {
      for (let at = 0; at + GRAM <= text.length; at += STRIDE) {
        for (let place = places.first(text, at); place !== 0; place = places.next(place)) {
          const needle = needles[places.needleOf(place)] as Needle<Of>
          if (isHeldAt(needle, places.offsetOf(place), text, at)) found.add(needle.of)
        }
      }
      for (const needle of short) if (text.includes(needle.text)) found.add(needle.of)
    },
  }
}

/** Chains of places in needles whose grams have the same hash; those of later needles come first, and 0 ends a chain. */
function createPlaces(needles: readonly Pick<Needle<unknown>, 'text' | 'telling'>[]) {
  const needleOf = [0]
  const offsetOf = [0]
  const next = [0]
  const most = needles.reduce((sum, { text }) => sum + text.length, 0)
  const mask = 2 ** Math.ceil(Math.log2(8 * most + 1_024)) - 1
  const firsts = new Int32Array(mask + 1)
  for (const [needle, { text, telling }] of needles.entries()) {
    // A needle that counts as a whole is looked up where it begins.
    let begun = telling === undefined ? 0 : -STRIDE
    for (let offset = 0; offset + GRAM <= text.length; offset += 1) {
      if (telling?.[offset] === 1) begun = offset
      if (offset - begun >= STRIDE) continue
      const slot = hashGram(text, offset) & mask
      next.push(firsts[slot] as number)
      firsts[slot] = needleOf.push(needle) - 1
      offsetOf.push(offset)
    }
  }
  return {
    first: (text: string, at: number) => firsts[hashGram(text, at) & mask] as number,
    next: (place: number) => next[place] as number,
    needleOf: (place: number) => needleOf[place] as number,
    offsetOf: (place: number) => offsetOf[place] as number,
  }
}

function hashGram(text: string, at: number): number {
  let hash = 0
  for (let index = at; index < at + GRAM; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash ^ (hash >>> 15)
}

/** Whether a text that meets a needle at some place holds a telling piece of it there, or all of it. */
function isHeldAt(needle: Needle<unknown>, offset: number, text: string, at: number): boolean {
  if (needle.telling === undefined) return text.startsWith(needle.text, at - offset)
  let before = 0
  while (
    before < Math.min(offset, at) &&
    before < STRIDE - 1 &&
    needle.text.charCodeAt(offset - before - 1) === text.charCodeAt(at - before - 1)
  ) {
    before += 1
  }
  const longest = Math.min(PIECE_LENGTH, needle.text.length - offset, text.length - at)
  let after = 0
  while (after < longest && needle.text.charCodeAt(offset + after) === text.charCodeAt(at + after)) after += 1
  for (let start = offset - before; start + PIECE_LENGTH <= offset + after; start += 1) {
    if (needle.telling[start] === 1) return true
  }
  return false
}

/** Mark where telling pieces begin; undefined when there is none. */
function markTelling(text: string): Uint8Array | undefined {
  let telling: Uint8Array | undefined
  for (let at = 0; at + PIECE_LENGTH <= text.length; at += 1) {
    if (!hasEnoughCharacters(text, at)) continue
    telling ??= new Uint8Array(text.length)
    telling[at] = 1
  }
  return telling
}

/** Runs for every piece of every notation, so it stops as soon as it knows. */
function hasEnoughCharacters(text: string, from: number): boolean {
  const seen: number[] = []
  for (let at = from; at < from + PIECE_LENGTH; at += 1) {
    const code = text.charCodeAt(at)
    if (!seen.includes(code) && seen.push(code) >= MIN_DISTINCT) return true
  }
  return false
}
