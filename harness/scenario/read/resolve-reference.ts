import { type Address, getAddress } from 'viem'
import type { ScenarioCatalogue } from '../catalogue.ts'

/** The address that resembles another one: the same first and last four bytes, every bit between them flipped. */
function makeLookalike(address: Address): Address {
  const middle = [...address.slice(10, -8)].map((digit) => (Number.parseInt(digit, 16) ^ 15).toString(16))
  return getAddress(`0x${address.slice(2, 10)}${middle.join('')}${address.slice(-8)}`.toLowerCase())
}

/**
 * Resolve a reference that every file may use: `${recipient}` and `${router}` are addresses of the world,
 * `${lookalike.recipient}` is one that a hasty reader takes for it. Undefined when it is none of them.
 */
export function resolveReference(reference: string, catalogue: ScenarioCatalogue): Address | undefined {
  const { actors, contracts } = catalogue
  const [head = '', member] = reference.split('.')
  const name = member === undefined ? head : head === 'lookalike' ? member : ''
  const known = Object.hasOwn(actors, name)
    ? actors[name]
    : Object.hasOwn(contracts, name)
      ? contracts[name]
      : undefined
  if (known === undefined) return undefined
  return member === undefined ? known : makeLookalike(known)
}
