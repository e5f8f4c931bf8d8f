import { type Address, type Hex, hexToBytes, numberToHex } from 'viem'
import type { AllowanceQuery } from './chain.ts'

/** Write allowances as the probe reads them: the parties once, and six bytes for each allowance. @throws for more than 65 536 parties */
export function encodeAllowances(queries: readonly AllowanceQuery[]): {
  readonly parties: readonly Address[]
  readonly allowances: Hex
} {
  const places = new Map<Address, string>()
  const placeOf = (party: Address): string => {
    const known = places.get(party)
    if (known !== undefined) return known
    const place = numberToHex(places.size, { size: 2 }).slice(2)
    places.set(party, place)
    return place
  }
  const packed = queries.map(
    ({ token, owner, spender }) => placeOf(token) + placeOf(owner) + placeOf(spender),
  )
  return { allowances: `0x${packed.join('')}`, parties: [...places.keys()] }
}

/** Read what the probe says of allowances: undefined where a token does not answer. */
export function decodeAllowances(kinds: Hex, amounts: readonly bigint[]): readonly (bigint | undefined)[] {
  const left = amounts.values()
  return Array.from(hexToBytes(kinds), (kind) =>
    kind === NOTHING ? 0n : kind === SOMETHING ? left.next().value : undefined,
  )
}

const NOTHING = 1
const SOMETHING = 2
