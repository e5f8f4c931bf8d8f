import type { Label } from '../../core/taint.ts'
import { fold } from './fold.ts'
import { createNeedleIndex } from './needle-index.ts'
import { listNeedles } from './secret-needles.ts'
import { listTexts, listViews } from './secret-views.ts'

/** A secret to look for. */
export interface Secret {
  /** Its name, which may be shown. */
  readonly label: string
  readonly bytes: Uint8Array
  /** What it is; a wallet's secret unless it is said. */
  readonly taint?: Label
  /** True when the bytes are text: a password, a token, a strategy. */
  readonly isText?: boolean
}

/** What a secret is. */
export const labelOf = ({ taint = 'WalletSecret' }: Secret): Label => taint

/** Finds secret material. */
export interface SecretMatcher {
  /** The name of the first secret that a text or JSON value contains in any known encoding, or undefined. */
  find(value: unknown): string | undefined
  /** All secrets that it contains. */
  findAll(value: unknown): readonly Secret[]
}

/**
 * Create a matcher.
 *
 * It knows a secret, and every piece of it that is long enough to matter, as hex in any notation and grouping, base64,
 * base64url, base32 and base85 at any alignment, base58, also behind what says the kind of a key, decimal, octal, base36, bits,
 * lists of bytes or character codes, its bytes as characters, UTF-16, escaped, percent-encoded, quoted-printable, reversed,
 * thirteen letters on, in characters that look like others or that nobody sees, spread over neighbouring fields or over
 * words that zeros fill up, and what of these is ASCII inside
 * base64, hex, base32, base58 or base85, a few times over; as it stands, over names and fields in turn as well.
 */
export function createSecretMatcher(secrets: readonly Secret[]): SecretMatcher {
  const index = createNeedleIndex(secrets.map((secret) => ({ ...listNeedles(secret), of: secret })))
  // The same data passes several sinks on its way, under the same names; what was searched once needs no second search.
  const searched = createRecent()
  const searchedInTurn = createRecent()
  const findAll = (value: unknown): readonly Secret[] => {
    const leaves: string[] = []
    const keys: string[] = []
    const inTurn: string[] = []
    collect(value, { leaves, keys, inTurn, shapes: new Set() })
    const unsearched = listTexts(leaves, keys).filter((text) => !searched.has(text))
    // What names and fields tell in turn is read as it stands alone: every sink pays for it.
    const alternating = [inTurn.join(' ')].filter((text) => !searchedInTurn.has(text))
    const found = new Set<Secret>()
    for (const view of [...listViews(unsearched), ...alternating.map(fold)]) index.search(view, found)
    if (found.size === 0) {
      unsearched.forEach(searched.keep)
      alternating.forEach(searchedInTurn.keep)
    }
    return [...found]
  }
  return { findAll, find: (value) => findAll(value)[0]?.label }
}

/** How many searched texts are remembered, and how long they may be. */
const MAX_KEPT = 1_024
const MAX_KEPT_LENGTH = 16_384

/** Remember the latest texts that held nothing. */
function createRecent() {
  const texts = new Set<string>()
  return {
    has: (text: string) => texts.has(text),
    keep(text: string) {
      if (text.length > MAX_KEPT_LENGTH) return
      const [oldest] = texts
      if (texts.size >= MAX_KEPT && oldest !== undefined) texts.delete(oldest)
      texts.add(text)
    },
  }
}

interface Collected {
  readonly leaves: string[]
  readonly keys: string[]
  /** Keys and leaves as they stand. */
  readonly inTurn: string[]
  /** Names of objects that were there. */
  readonly shapes: Set<string>
}

/** So many characters of names again, of one object, are no further piece of anything. */
const LONG_SHAPE = 24

function collect(value: unknown, into: Collected): void {
  if (value !== null && typeof value === 'object') {
    if (Array.isArray(value)) {
      for (const member of value) collect(member, into)
      return
    }
    const names = Object.keys(value)
    const shape = names.join(' ')
    const isKnown = shape.length >= LONG_SHAPE && into.shapes.has(shape)
    into.shapes.add(shape)
    for (const key of names) {
      if (!isKnown) into.keys.push(key)
      into.inTurn.push(key)
      collect((value as Record<string, unknown>)[key], into)
    }
  } else if (value !== undefined && value !== null) {
    const leaf = String(value)
    into.leaves.push(leaf)
    into.inTurn.push(leaf)
  }
}
