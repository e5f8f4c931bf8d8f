import { type Address, getAddress, type Hex, size, slice } from 'viem'
import type { AddressesOf } from '../../core/base.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { BASE } from './base.ts'

/** The enforcers that a chain has, by name. */
export type Enforcers = AddressesOf<(typeof BASE)['addresses']>

/** What a caveat limits; the terms are packed as its enforcer reads them (`getTermsInfo`). */
export type Limit =
  | {
      readonly kind: 'period'
      readonly token: Address
      readonly amount: bigint
      readonly periodSeconds: bigint
      readonly startSeconds: bigint
    }
  | { readonly kind: 'total'; readonly token: Address; readonly amount: bigint }
  | { readonly kind: 'calls'; readonly count: bigint }
  | { readonly kind: 'targets' | 'redeemers'; readonly addresses: readonly Address[] }
  | { readonly kind: 'methods'; readonly selectors: readonly Hex[] }
  | { readonly kind: 'time'; readonly afterSeconds: bigint; readonly beforeSeconds: bigint }
  | { readonly kind: 'unknown' }

/** A condition on what a delegation may be used for. */
export interface Caveat {
  readonly enforcer: Address
  readonly terms: Hex
}

const UNKNOWN: Limit = { kind: 'unknown' }

const split = (terms: Hex, bytes: number): readonly Hex[] =>
  Array.from({ length: size(terms) / bytes }, (_, index) => slice(terms, index * bytes, (index + 1) * bytes))

const word = (terms: Hex, start: number, bytes = 32) => BigInt(slice(terms, start, start + bytes))

/** Read the lists of equal length that terms are; undefined where they are none. */
const listOf = (terms: Hex, bytes: number): readonly Hex[] | undefined =>
  size(terms) > 0 && size(terms) % bytes === 0 ? split(terms, bytes) : undefined

/** What a caveat limits; `unknown` where no enforcer of the chain's would take its terms so. */
export function readLimit({ enforcer, terms }: Caveat, enforcers: Enforcers): Limit {
  const isBy = (name: keyof Enforcers) => isAddressEqual(enforcer, enforcers[name])
  const bytes = size(terms)
  if (isBy('periodEnforcer') && bytes === 116) {
    const periodSeconds = word(terms, 52)
    // It divides by the period before it refuses one of nothing.
    if (periodSeconds === 0n) return UNKNOWN
    return {
      kind: 'period',
      token: getAddress(slice(terms, 0, 20)),
      amount: word(terms, 20),
      periodSeconds,
      startSeconds: word(terms, 84),
    }
  }
  if (isBy('totalEnforcer') && bytes === 52) {
    return { kind: 'total', token: getAddress(slice(terms, 0, 20)), amount: word(terms, 20) }
  }
  if (isBy('callsEnforcer') && bytes === 32) return { kind: 'calls', count: word(terms, 0) }
  if (isBy('timeEnforcer') && bytes === 32) {
    return { kind: 'time', afterSeconds: word(terms, 0, 16), beforeSeconds: word(terms, 16, 16) }
  }
  for (const [name, kind] of [
    ['targetsEnforcer', 'targets'],
    ['redeemerEnforcer', 'redeemers'],
  ] as const) {
    const found = isBy(name) ? listOf(terms, 20) : undefined
    if (found) return { kind, addresses: found.map((address) => getAddress(address)) }
  }
  const selectors = isBy('methodsEnforcer') ? listOf(terms, 4) : undefined
  return selectors ? { kind: 'methods', selectors } : UNKNOWN
}
