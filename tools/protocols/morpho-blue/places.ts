import { encodeAbiParameters, type Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE } from './base.ts'

/** Markets in which positions may grow by default: those of USDC against WETH and WBTC, and of DAI against WETH. */
export const MARKETS: readonly Hex[] = [
  '0x7dde86a1e94561d9690ec678db673c1a6396365f7d1d65e129c5fff0990ff758',
  '0x3a85e619751152991742810df6ec69ce473daef99e28a64ab2340d7b7ccfee49',
  '0x78efbe40bd6c884233f33ea74a30792dd9749f42c365de1961fe490fc25b65f1',
]

/** List the markets that a cage approves by default, as MorphoReader names them: anyone opens others. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const morpho = BASE.find(book)?.morpho
  if (morpho === undefined) return []
  return MARKETS.map((id) =>
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [morpho, id])),
  )
}
