import type { Address } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type LotChange, legsOfChange } from '../../core/lot-changes.ts'

/** Base units that a protocol may round off each time that a lot changes. */
export const ROUNDING_BASE_UNITS = 2n

/** Sum by how much the account's own debt in a token fell; `rounding` is added for each lot that did. */
export const sumRepaid = (changes: readonly LotChange[], token: Address, rounding = 0n): bigint =>
  changes
    .filter(({ kind, before, after }) => kind === 'owed' && after.units < before.units)
    .flatMap(legsOfChange)
    .filter((leg) => isAddressEqual(leg.token, token))
    .reduce((sum, { amount }) => sum + amount + rounding, 0n)
