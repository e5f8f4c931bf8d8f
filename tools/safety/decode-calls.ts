import { type Address, slice } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import type { CallDecoder, DecodedCall } from '../core/call-decoder.ts'
import type { Call } from '../core/plan.ts'

/** A call that no decoder understands. */
export interface UndecodableCall {
  readonly index: number
  readonly to: Address
  readonly selector: string
}

/** The leaves of a plan's calls, bundles unfolded; the first that cannot be decoded denies all. */
export interface DecodedPlan {
  readonly leaves: readonly DecodedCall[]
  readonly undecodable: readonly UndecodableCall[]
}

/** The selector of a call's data, or "none" for a plain transfer of value. */
export const selectorOf = (data: `0x${string}`): `0x${string}` | 'none' =>
  data === '0x' ? 'none' : data.length < 10 ? `0x${data.slice(2).padEnd(8, '0')}` : slice(data, 0, 4)

/** Decode every call of a plan from its bytes; a decoder that throws counts as not understanding. */
export function decodeCalls(
  calls: readonly Call[],
  decoders: readonly CallDecoder[],
  scope: { readonly account: Address; readonly book: AddressBook },
): DecodedPlan {
  const leaves: DecodedCall[] = []
  const undecodable: UndecodableCall[] = []
  const unfold = (decoded: DecodedCall, index: number, to: Address) => {
    if (decoded.inner === undefined) {
      leaves.push(decoded)
      return
    }
    for (const leaf of decoded.inner) {
      if ('undecodable' in leaf) undecodable.push({ index, to, selector: selectorOf(leaf.undecodable) })
      else unfold(leaf, index, to)
    }
    // What a bundle does beyond its leaves (value, sweeps) counts as a leaf of its own.
    leaves.push({ ...decoded, inner: undefined } as DecodedCall)
  }
  for (const [index, call] of calls.entries()) {
    const decoded = firstDecoding(call, decoders, scope)
    if (decoded === undefined) undecodable.push({ index, to: call.to, selector: selectorOf(call.data) })
    else unfold(decoded, index, call.to)
  }
  return { leaves, undecodable }
}

function firstDecoding(
  call: Call,
  decoders: readonly CallDecoder[],
  scope: { readonly account: Address; readonly book: AddressBook },
): DecodedCall | undefined {
  for (const decoder of decoders) {
    try {
      const decoded = decoder.decode(call, scope)
      if (decoded) return decoded
    } catch {
      return undefined
    }
  }
  return undefined
}
