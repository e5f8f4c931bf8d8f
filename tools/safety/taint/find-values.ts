import type { Address } from 'viem'
import type { Json } from '../../core/json.ts'
import { toPlainText } from './plain-text.ts'

const ADDRESS_DIGITS = 40

/** What is nothing but an address. */
const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Hex without a gap. */
const HEX_RUN = /[0-9a-f]{40,}/gi

/** Hex digits with something between them, as text that hides an address spaces them out. */
const SPACED_RUN = /[0-9a-f](?:[^0-9a-z]{0,2}[0-9a-f]){39,}/gi

/** Most places in a spaced run at which an address is looked for. */
const MAX_WINDOWS = 256

/**
 * An address in a 32-byte word. What stands before it may end in zeros as well, so that it is read behind the first 24 and
 * behind the last.
 */
const PADDED_ADDRESSES = [/0{24}([0-9a-f]{40})/g, /(?<=0{24})(?=([1-9a-f][0-9a-f]{39}))/g]

/** A number that people write: digits with separators and perhaps a fraction. */
const NUMBER = /\d(?:[\d,_']*\d)?(?:\.\d+)?/g

/** A number whose digits stand in groups of three, as people of any country set them apart; or a list of numbers. */
const GROUPED = /\d{1,3}(?:[\s,._'’·٬]\d{3})+(?!\d)(?:[.,·٫]\d+)?/g

/** A letter that is no digit of hex. */
const OF_PROSE = /(?![a-f])\p{L}/iu

/** Round numbers say nothing about where they come from. */
export const MIN_SIGNIFICANT_DIGITS = 3

/** List the texts of a value as who reads them understands them. */
function listTexts(value: Json, texts: string[] = []): string[] {
  if (typeof value === 'string') texts.push(toPlainText(value))
  else if (Array.isArray(value)) for (const member of value) listTexts(member as Json, texts)
  else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) {
      texts.push(toPlainText(key))
      listTexts(member as Json, texts)
    }
  }
  return texts
}

const listPadded = (hex: string): string[] =>
  PADDED_ADDRESSES.flatMap((place) => [...hex.matchAll(place)].flatMap(([, address]) => address ?? []))

/** Find the addresses that a value means: texts that are one, and words of calldata that hold one; no part of a hash is. */
export function findMeantAddresses(value: Json): Address[] {
  const found = new Set<string>()
  for (const text of listTexts(value)) {
    const [, whole] = /^0x([0-9a-f]{40})$/i.exec(text) ?? []
    if (whole) found.add(whole.toLowerCase())
    for (const address of listPadded(text.toLowerCase())) found.add(address)
  }
  return [...found].map((digits) => `0x${digits}` as const)
}

/** Find the addresses in the texts of a value: plain, spaced out, or inside longer hex. */
export function findAddresses(value: Json): Address[] {
  const found = new Set<string>()
  for (const text of listTexts(value)) {
    if (text.length < ADDRESS_DIGITS) continue
    if (ADDRESS.test(text)) {
      found.add(text.slice(2).toLowerCase())
      continue
    }
    const unprefixed = text.toLowerCase().replaceAll('0x', '\n\n\n')
    for (const [run] of unprefixed.matchAll(HEX_RUN)) {
      found.add(run.slice(0, 40)).add(run.slice(-40))
      for (const address of listPadded(run)) found.add(address)
    }
    for (const [run] of unprefixed.matchAll(SPACED_RUN)) {
      const digits = run.replaceAll(/[^0-9a-f]/g, '')
      if (digits.length === run.length) continue
      // Words before and after may end and begin in hex digits.
      const windows = Math.min(digits.length - 39, MAX_WINDOWS)
      for (let at = 0; at < windows; at += 1) found.add(digits.slice(at, at + 40))
    }
  }
  return [...found].map((digits) => `0x${digits}` as const)
}

/** The digits of a number between its leading and trailing zeros: the same in every unit. */
export const significantDigits = (number: string): string =>
  number.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')

/** Hex that people may mean as a number: an address or a hash is longer. */
const HEX_NUMBER = /\b0x[0-9a-f]{1,32}\b/gi

/**
 * Find the amounts that prose names, in digits of any script, in groups of any kind, or in hex; a text that is nothing but
 * a number or hex is no prose. Numbers in words are not understood.
 */
export function findAmounts(value: Json): bigint[] {
  const found = new Set<string>()
  for (const text of listTexts(value)) {
    if (!OF_PROSE.test(text.replaceAll(/0x/gi, ''))) continue
    for (const [number] of text.matchAll(HEX_NUMBER)) {
      const digits = significantDigits(BigInt(number).toString())
      if (digits.length >= MIN_SIGNIFICANT_DIGITS) found.add(digits)
    }
    const apart = text.replaceAll(SPACED_RUN, ' ')
    for (const [number] of [...apart.matchAll(NUMBER), ...apart.matchAll(GROUPED)]) {
      const digits = significantDigits(number)
      if (digits.length >= MIN_SIGNIFICANT_DIGITS) found.add(digits)
    }
  }
  return [...found].map(BigInt)
}
