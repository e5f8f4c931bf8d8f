import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { listKnownVaults } from './base.ts'

/** The key under which a vault's reader counts shares, and the place that they are in (Erc4626Reader). */
export const keyOf = (vault: Address): Hex =>
  keccak256(encodeAbiParameters(parseAbiParameters('address'), [vault]))

/** List the vaults whose shares a cage may hold by default, as Erc4626Reader names them: anyone makes others. */
export const listPlaces = (book: AddressBook): readonly Hex[] =>
  listKnownVaults(book).map(({ address }) => keyOf(address))
