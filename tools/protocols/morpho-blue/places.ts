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

/** The same of the origin that stands for Base: an oracle is part of a market's id, and that chain's are not published. */
const MARKETS_ON_BASE: readonly Hex[] = [
  '0x28a7d2bdce919f1a8333ae0d0242f2bdec9b9c271bc15b6cab214e2e7a4ee050',
  '0x5aa5cd7407f4a3830e2d4c5b0af7904ab383092db8f67b20c2c452b46fe200a3',
  '0xeacb3dfcf3c2474dceafaf6cc5b6ed6e3ad9df7fbcf75fe5571045a31aa511b1',
]

/** List the markets that a cage approves by default, as MorphoReader names them: anyone opens others. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const morpho = BASE.find(book)?.morpho
  if (morpho === undefined) return []
  const markets = book.chainId === 8_453 ? MARKETS_ON_BASE : MARKETS
  return markets.map((id) =>
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [morpho, id])),
  )
}
