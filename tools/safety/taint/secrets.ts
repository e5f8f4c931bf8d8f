import { Buffer } from 'node:buffer'
import * as Base58 from 'ox/Base58'
import type { Label } from '../../core/taint.ts'

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

/** Length of a piece of a secret that gives it away: 64 bits of a key in hex. */
const PIECE_LENGTH = 16

/** A piece with fewer different characters says nothing. */
const MIN_DISTINCT = 4

/**
 * Create a matcher.
 *
 * It knows a secret, and every piece of it that is long enough to matter, as hex in any notation and grouping, base64
 * and base64url at any alignment, base32, base58, decimal, bits, lists of bytes or character codes, UTF-16, escaped,
 * percent-encoded, reversed, spread over neighbouring fields, and all of these inside base64 or hex, a few times over.
 */
export function createSecretMatcher(secrets: readonly Secret[]): SecretMatcher {
  const pieces = new Map<string, Secret>()
  const whole: { readonly needle: string; readonly secret: Secret }[] = []
  for (const secret of secrets) {
    const { direct, indirect } = listNeedles(secret)
    for (const needle of direct) {
      const found = listPieces(needle)
      if (found.length === 0) whole.push({ needle, secret })
      for (const piece of found) pieces.set(piece, secret)
    }
    for (const needle of indirect) whole.push({ needle, secret })
  }
  const starts = new Uint8Array(STARTS)
  for (const piece of pieces.keys()) starts[hashStart(piece, 0)] = 1
  const clean = new Set<string>()
  const findAll = (value: unknown): readonly Secret[] => {
    const leaves: string[] = []
    const keys: string[] = []
    collectLeaves(value, leaves, keys)
    // The same data passes several sinks on its way; what was searched once needs no second search.
    const searched = [leaves.join('\u0001'), keys.join('\u0001')].join('\u0002')
    if (clean.has(searched)) return []
    const found = new Set<Secret>()
    for (const text of listViews(leaves, keys)) {
      for (let at = 0; at + PIECE_LENGTH <= text.length; at += 1) {
        // Everything that reaches a sink passes here, and almost none of it is a secret.
        if (starts[hashStart(text, at)] === 0) continue
        const secret = pieces.get(text.slice(at, at + PIECE_LENGTH))
        if (secret) found.add(secret)
      }
      for (const { needle, secret } of whole) if (text.includes(needle)) found.add(secret)
    }
    if (found.size === 0 && searched.length <= MAX_KEPT_LENGTH) {
      const [oldest] = clean
      if (clean.size >= MAX_KEPT && oldest !== undefined) clean.delete(oldest)
      clean.add(searched)
    }
    return [...found]
  }
  return { findAll, find: (value) => findAll(value)[0]?.label }
}

/** How many searched values are remembered, and how long they may be. */
const MAX_KEPT = 256
const MAX_KEPT_LENGTH = 16_384

/** Number of hashes of how a piece can start. */
const STARTS = 65_536

/** Hash of four characters. */
function hashStart(text: string, at: number): number {
  let hash = 0
  for (let index = at; index < at + 4; index += 1) hash = (hash * 31 + text.charCodeAt(index)) % STARTS
  return hash
}

const reverse = (text: string) => [...text].reverse().join('')

/** What is left when notation is taken away: lower-case letters and digits. */
const fold = (text: string) => {
  const plain = text.toLowerCase().replaceAll(/0x|\\x/g, '')
  // Almost everything is ASCII, and tables of Unicode take ten times as long.
  return ASCII.test(plain) ? plain.replaceAll(/[^a-z0-9]+/g, '') : plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is where ASCII begins
const ASCII = /^[\u0000-\u007f]*$/

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

const toBits = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')

const toBase32 = (bytes: Uint8Array) =>
  (toBits(bytes).match(/.{5}/g) ?? []).map((bits) => BASE32[Number.parseInt(bits, 2)]).join('')

/** Base64 of bytes as it looks inside the base64 of something longer, at each of the three alignments. */
const toBase64AtAnyAlignment = (bytes: Uint8Array) =>
  [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(Math.ceil((shift * 4) / 3), text.length - 1)
  })

const listNotations = (payload: Buffer): string[] => [
  payload.toString('hex'),
  toBase32(payload),
  Base58.fromBytes(payload),
  ...toBase64AtAnyAlignment(payload),
]

/** Folded needles: those that give a secret away in pieces, and those that are compared as a whole. */
function listNeedles({ bytes, isText }: Secret) {
  const buffer = Buffer.from(bytes)
  const hex = buffer.toString('hex')
  const plain = isText ? buffer.toString('utf8') : hex
  const again = [...(isText ? [] : [Buffer.from(plain)]), Buffer.from(plain, 'utf16le')]
  const bothWays = (notations: readonly string[]) =>
    notations.map(fold).flatMap((needle) => (needle === '' ? [] : [needle, reverse(needle)]))
  return {
    direct: bothWays([
      isText ? plain : BigInt(`0x${hex}`).toString(),
      Buffer.from(bytes).reverse().toString('hex'),
      ...listNotations(buffer),
    ]),
    // Written down twice over, in bits, or as the characters that lists of numbers are read as.
    indirect: [
      ...bothWays([toBits(bytes), ...again.flatMap(listNotations)]),
      ...[buffer, ...again].map((payload) => payload.toString('latin1')),
    ],
  }
}

const listPieces = (needle: string): string[] =>
  Array.from({ length: Math.max(0, needle.length - PIECE_LENGTH + 1) }, (_, at) =>
    needle.slice(at, at + PIECE_LENGTH),
  ).filter(hasEnoughCharacters)

/** Runs for every piece of every notation, so it stops as soon as it knows. */
function hasEnoughCharacters(piece: string): boolean {
  let seen = ''
  for (const character of piece) {
    if (seen.includes(character)) continue
    seen += character
    if (seen.length >= MIN_DISTINCT) return true
  }
  return false
}

/** How often something that was decoded is decoded again. */
const MAX_DECODINGS = 4

/** What may be written down in another notation: long enough to hold a piece of a secret. */
const ENCODED_RUN = /[A-Za-z0-9+/_-]{16,}/g
const HEX_ONLY = /^(?:0x)?[0-9a-f]+$/i
/** What a decoding that makes sense leaves: text. Bytes without a notation are found as they stand. */
const PRINTABLE_RUN = /[\x20-\x7e]{8,}/g
/** A group of hex digits between other things. */
const HEX_GROUP = /(?<![0-9a-z])(?:0x)?([0-9a-f]{1,15})(?![0-9a-z])/gi

/**
 * The ways to read a value: as it stands, its fields joined, unescaped, its numbers as characters, groups of hex
 * digits without what stands between them, and all of that again for what base64 or hex in it decodes to.
 */
function listViews(leaves: readonly string[], keys: readonly string[]): ReadonlySet<string> {
  const views = new Set<string>()
  const joined = leaves.join('')
  // An escape may be spread over fields as well.
  let texts = [leaves.join(' '), keys.join(' '), ...(ESCAPED.test(joined) ? [joined] : [])]
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

/** Read the numbers of a text as characters. */
function readCharacters(text: string): string {
  const characters = (text.match(/\d+/g) ?? []).flatMap((number) =>
    Number(number) < 256 ? [Number(number)] : [],
  )
  return String.fromCharCode(...characters.slice(0, MAX_CHARACTERS))
}

/** Join groups of hex digits of one width, whatever stands between them. */
function joinHexGroups(text: string): string[] {
  const groups = new Map<number, string[]>()
  for (const [, digits = ''] of text.matchAll(HEX_GROUP)) {
    const group = groups.get(digits.length) ?? []
    group.push(digits.toLowerCase())
    groups.set(digits.length, group)
  }
  return [...groups].flatMap(([width, found]) =>
    width * found.length < PIECE_LENGTH ? [] : [found.join(''), found.reverse().join('')],
  )
}

/** Decode what may be base64 or hex; nothing but text is worth another look. */
function decode(text: string): string[] {
  const unwrapped = text.replaceAll(/[\s"'\\,]+/g, '')
  return [...new Set([text, unwrapped])].flatMap((layout) =>
    (layout.match(ENCODED_RUN) ?? []).flatMap((run) =>
      HEX_ONLY.test(run)
        ? printable(Buffer.from(run.replace(/^0x/i, ''), 'hex'))
        : // Where the encoded part starts is not known, so it is read from each place that tells it apart.
          [0, 1, 2, 3].flatMap((shift) => printable(Buffer.from(run.slice(shift), 'base64'))),
    ),
  )
}

const printable = (bytes: Buffer): string[] =>
  bytes.toString('latin1').replaceAll('\0', '').match(PRINTABLE_RUN) ?? []

/** Longest list of numbers that is read as characters. */
const MAX_CHARACTERS = 65_536

function collectLeaves(value: unknown, leaves: string[], keys: string[]): void {
  if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) keys.push(key)
      collectLeaves(member, leaves, keys)
    }
  } else if (value !== undefined && value !== null) {
    leaves.push(String(value))
  }
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
