import { type Address, isAddressEqual, size, slice } from 'viem'
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
  /** Every call, at any depth, that reaches another contract. */
  readonly calls: readonly Call[]
}

/** The selector of a call's data, or "none" for a plain transfer of value. */
export const selectorOf = (data: `0x${string}`): `0x${string}` | 'none' =>
  data === '0x' ? 'none' : data.length < 10 ? `0x${data.slice(2).padEnd(8, '0')}` : slice(data, 0, 4)

/** Bounds of what is unfolded; a plan beyond them is not understood. */
const MAX_DEPTH = 8
const MAX_LEAVES = 256
const MAX_BYTES = 131_072

/** Decode every call of a plan from its bytes; a decoder that throws counts as not understanding. */
export function decodeCalls(
  calls: readonly Call[],
  decoders: readonly CallDecoder[],
  scope: { readonly account: Address; readonly book: AddressBook },
): DecodedPlan {
  const leaves: DecodedCall[] = []
  const undecodable: UndecodableCall[] = []
  const reached: Call[] = []

  const decode = (call: Call, caller: Address, index: number, depth: number) => {
    reached.push(call)
    const isBounded = depth <= MAX_DEPTH && size(call.data) <= MAX_BYTES
    const decoded = isBounded
      ? firstDecoding(call, decoders, { account: caller, book: scope.book })
      : undefined
    if (decoded === undefined) {
      undecodable.push({ index, to: call.to, selector: selectorOf(call.data) })
      return
    }
    unfold(decoded, { call, caller, index, depth })
  }
  const unfold = (
    decoded: DecodedCall,
    frame: { readonly call: Call; readonly caller: Address; readonly index: number; readonly depth: number },
  ) => {
    const { call, caller, index, depth } = frame
    const { inner, ...own } = decoded
    if (leaves.length >= MAX_LEAVES) {
      undecodable.push({ index, to: call.to, selector: selectorOf(call.data) })
      return
    }
    // What a bundle does beyond its leaves (value, sweeps) counts as a leaf of its own.
    leaves.push(isAddressEqual(caller, scope.account) ? own : inTheNameOf(caller, own))
    for (const leaf of inner ?? []) {
      if ('undecodable' in leaf) {
        undecodable.push({ index, to: call.to, selector: selectorOf(leaf.undecodable) })
      } else if ('call' in leaf) decode(leaf.call, leaf.caller, index, depth + 1)
      else unfold(leaf, frame)
    }
  }
  for (const [index, call] of calls.entries()) decode(call, scope.account, index, 0)
  return { leaves, undecodable, calls: reached }
}

/** Whoever makes a call for the account grants its own authority, which nobody here could take back. */
const inTheNameOf = (caller: Address, leaf: DecodedCall): DecodedCall =>
  leaf.approvals.length > 0 && leaf.forbidden === undefined
    ? { ...leaf, forbidden: `an approval in the name of ${caller}` }
    : leaf

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
