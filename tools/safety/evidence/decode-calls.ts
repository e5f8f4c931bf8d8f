import { type Address, size } from 'viem'
import type { DecodedCall, FormattedCall } from '../../core/call-decoder.ts'
import { type DecoderIndex, selectorOf } from '../../core/decoder-index.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'

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

/** Bounds of what is unfolded; a plan beyond them is not understood. */
const MAX_DEPTH = 8
const MAX_LEAVES = 256
const MAX_BYTES = 131_072

/** Decode every call of a plan from its bytes; what nobody claims, or what throws, counts as not understood. */
export function decodeCalls(calls: readonly Call[], decoders: DecoderIndex, account: Address): DecodedPlan {
  const leaves: DecodedCall[] = []
  const undecodable: UndecodableCall[] = []
  const reached: Call[] = []

  const decode = (call: Call, caller: Address, index: number, depth: number) => {
    reached.push(call)
    const isBounded = depth <= MAX_DEPTH && size(call.data) <= MAX_BYTES
    const decoded = isBounded ? decoders.decode(call, caller) : undefined
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
    leaves.push(isAddressEqual(caller, account) ? own : inTheNameOf(caller, own))
    for (const leaf of inner ?? []) {
      if ('undecodable' in leaf) {
        undecodable.push({ index, to: call.to, selector: selectorOf(leaf.undecodable) })
      } else if ('call' in leaf) decode(leaf.call, leaf.caller, index, depth + 1)
      else if ('format' in leaf) decodeFormat(leaf, frame)
      else unfold(leaf, frame)
    }
  }
  const decodeFormat = (leaf: FormattedCall, frame: Parameters<typeof unfold>[1]) => {
    const isBounded = frame.depth < MAX_DEPTH && size(leaf.data) <= MAX_BYTES
    const decoded = isBounded ? decoders.decodeFormat(leaf) : undefined
    if (decoded) unfold(decoded, { ...frame, depth: frame.depth + 1 })
    else undecodable.push({ index: frame.index, to: frame.call.to, selector: leaf.format })
  }
  for (const [index, call] of calls.entries()) decode(call, account, index, 0)
  return { leaves, undecodable, calls: reached }
}

/** A contract that makes a call for the account grants and ends its own authority, which the account could not take back. */
const inTheNameOf = (caller: Address, { ends, ...leaf }: DecodedCall): DecodedCall =>
  leaf.approvals.length > 0 && leaf.forbidden === undefined
    ? { ...leaf, forbidden: `an approval in the name of ${caller}` }
    : leaf
