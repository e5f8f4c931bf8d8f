import { type AbiFunction, type Address, decodeFunctionData, getAbiItem, type Hex, slice } from 'viem'
import type { ToolContext } from '../core/context.ts'
import { type Json, toJson } from '../core/json.ts'
import { findKnownAddress } from './known-addresses.ts'

/** What call data means to people. */
export interface ReadableCall {
  readonly to: Address | null
  /** What the book calls the target. */
  readonly label: string | null
  readonly protocol: string | null
  readonly functionName: string | null
  readonly selector: Hex | null
  /** True when the target is known to have this interface; otherwise the selector alone suggests it. */
  readonly isCertain: boolean
  readonly args: readonly { readonly name: string; readonly type: string; readonly value: Json }[]
  readonly inner: readonly ReadableCall[]
}

/** Bundles within bundles are unfolded to this depth. */
const MAX_DEPTH = 4

/** Decode call data by the known interfaces and unfold bundles; what is not known keeps its selector only. */
export function readCall(
  ctx: Pick<ToolContext, 'book' | 'interfaces'>,
  to: Address | undefined,
  data: Hex,
  depth = 0,
): ReadableCall {
  const selector = data.length >= 10 ? slice(data, 0, 4) : null
  const unknown: ReadableCall = {
    to: to ?? null,
    label: (to && findKnownAddress(ctx.book, to)?.label) ?? null,
    protocol: null,
    functionName: data === '0x' ? 'native transfer' : null,
    selector,
    isCertain: data === '0x',
    args: [],
    inner: [],
  }
  if (selector === null) return unknown
  for (const { protocol, abi, isCertain } of ctx.interfaces.listCandidates(to)) {
    try {
      const { functionName, args } = decodeFunctionData({ abi, data })
      const item = getAbiItem({ abi, name: selector }) as AbiFunction
      return {
        ...unknown,
        protocol,
        functionName,
        isCertain,
        args: item.inputs.map((input, index) => ({
          name: input.name ?? '',
          type: input.type,
          value: toJson(args?.[index]),
        })),
        inner:
          depth < MAX_DEPTH
            ? listInnerCalls(to, item, args ?? []).map((call) => readCall(ctx, call.to, call.data, depth + 1))
            : [],
      }
    } catch {
      // The selector is not of this interface, or the bytes are not what it promises.
    }
  }
  return unknown
}

/** Find the calls that a bundle makes: `multicall(bytes[])` calls itself, Multicall3 others. */
function listInnerCalls(
  to: Address | undefined,
  { name, inputs }: AbiFunction,
  args: readonly unknown[],
): readonly { readonly to: Address | undefined; readonly data: Hex }[] {
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
