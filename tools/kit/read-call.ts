import { type AbiFunction, type Address, type Hex, size } from 'viem'
import { findCalledFunction } from '../core/abi-functions.ts'
import type { ToolContext } from '../core/context.ts'
import { decodeAbiParameters } from '../core/decode-abi-parameters.ts'
import { type Json, toJson } from '../core/json.ts'
import { findKnownAddress } from './known-addresses.ts'

/** What call data asks for, by name. */
export interface NamedCall {
  readonly to: Address | null
  /** What the book calls the target. */
  readonly label: string | null
  readonly protocol: string | null
  readonly functionName: string | null
  readonly selector: Hex | null
  /** True when the target is known to have this interface; otherwise the selector alone suggests it. */
  readonly isCertain: boolean
}

/** What call data means to people. */
export interface ReadableCall extends NamedCall {
  readonly args: readonly { readonly name: string; readonly type: string; readonly value: Json }[]
  readonly inner: readonly ReadableCall[]
  /** Calls of its bundles, at any depth, that are not among the inner ones; what these make in turn is unknown. */
  readonly leftOutCalls: number
}

/** Bounds of what is unfolded: members of a bundle may share their bytes, so that a few of these make any number of calls. */
const MAX_DEPTH = 4
const MAX_CALLS = 256
/** Most bytes that are decoded of one call, and of all the calls of its bundles together. */
const MAX_BYTES = 131_072
const MAX_INNER_BYTES = MAX_DEPTH * MAX_BYTES

type Known = Pick<ToolContext, 'book' | 'interfaces'>

/** A call with the function that it is known by. */
interface DecodedCall {
  readonly named: NamedCall
  readonly item?: AbiFunction
  readonly args: readonly unknown[]
}

/** Name what call data asks for, by the known interfaces; bundles are not unfolded. */
export const nameCall = (ctx: Known, to: Address | undefined, data: Hex): NamedCall =>
  decode(ctx, to, data).named

/** Decode call data by the known interfaces and unfold bundles; what is not known keeps its selector only. */
export const readCall = (ctx: Known, to: Address | undefined, data: Hex): ReadableCall =>
  read(ctx, { to, data }, 0, { calls: MAX_CALLS, bytes: MAX_INNER_BYTES })

/** A call of a bundle. */
interface MemberCall {
  readonly to: Address | undefined
  readonly data: Hex
}

function read(
  ctx: Known,
  { to, data }: MemberCall,
  depth: number,
  left: { calls: number; bytes: number },
): ReadableCall {
  const { named, item, args } = decode(ctx, to, data)
  const members = item ? listInnerCalls(to, item, args) : []
  const inner: ReadableCall[] = []
  for (const member of depth < MAX_DEPTH ? members : []) {
    const bytes = size(member.data)
    if (left.calls === 0 || bytes > left.bytes) break
    left.calls -= 1
    left.bytes -= bytes
    inner.push(read(ctx, member, depth + 1, left))
  }
  return {
    ...named,
    args: (item?.inputs ?? []).map((input, index) => ({
      name: input.name ?? '',
      type: input.type,
      value: toJson(args[index]),
    })),
    inner,
    leftOutCalls: inner.reduce((sum, call) => sum + call.leftOutCalls, members.length - inner.length),
  }
}

function decode(ctx: Known, to: Address | undefined, data: Hex): DecodedCall {
  const hasSelector = data.length >= 10
  const unknown: NamedCall = {
    to: to ?? null,
    label: (to && findKnownAddress(ctx.book, to)?.label) ?? null,
    protocol: null,
    functionName: data === '0x' ? 'native transfer' : null,
    selector: hasSelector ? (data.slice(0, 10).toLowerCase() as Hex) : null,
    isCertain: data === '0x',
  }
  if (!hasSelector || size(data) > MAX_BYTES) return { named: unknown, args: [] }
  for (const { protocol, abi, isCertain } of ctx.interfaces.listCandidates(to)) {
    const item = findCalledFunction(abi, data)
    const args = item && decodeArguments(item, data)
    if (args) return { named: { ...unknown, protocol, functionName: item.name, isCertain }, item, args }
  }
  return { named: unknown, args: [] }
}

/** Decode what a function is called with; undefined when the bytes are not what its selector promises. */
function decodeArguments({ inputs }: AbiFunction, data: Hex): readonly unknown[] | undefined {
  try {
    return inputs.length === 0 ? [] : decodeAbiParameters(inputs, `0x${data.slice(10)}`)
  } catch {
    return undefined
  }
}

/** Find the calls that a bundle makes: `multicall(bytes[])` calls itself, Multicall3 others. */
function listInnerCalls(
  to: Address | undefined,
  { name, inputs }: AbiFunction,
  args: readonly unknown[],
): readonly MemberCall[] {
  const last = args.at(-1)
  if (!Array.isArray(last)) return []
  if (name === 'multicall' && inputs.at(-1)?.type === 'bytes[]') {
    return (last as Hex[]).map((data) => ({ to, data }))
  }
  return /aggregate/i.test(name)
    ? (last as { target: Address; callData: Hex }[]).map(({ target, callData }) => ({
        to: target,
        data: callData,
      }))
    : []
}
