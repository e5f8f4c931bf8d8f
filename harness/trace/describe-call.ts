import { type AbiFunction, type AbiParameter, type Address, getAddress, type Hex } from 'viem'
import { decodeAbiParameters } from '../../tools/core/decode-abi-parameters.ts'
import type { DecoderIndex } from '../../tools/core/decoder-index.ts'
import type { RecordArgument, RecordCall } from '../record/record.ts'
import { describeArguments } from './describe-arguments.ts'
import type { InterfaceIndex } from './interface-index.ts'
import type { Names } from './name-addresses.ts'

/** What calls are described with. */
export interface Describing {
  readonly index: InterfaceIndex
  /** Unfolds what protocols pack in ways of their own. */
  readonly decoders: DecoderIndex
  readonly names: Names
}

/** A call as bytes. */
export interface RawCall {
  readonly to: Address | undefined
  readonly valueWei: bigint
  readonly data: Hex
}

/** Bundles within bundles are unfolded to this depth. */
const MAX_DEPTH = 6

/** Digits of a selector with its prefix. */
const SELECTOR_LENGTH = 10

/**
 * Describe a call by the interfaces of the protocols, with the calls that it carries; what none of them knows keeps its
 * selector and its bytes.
 */
export function describeCall(call: RawCall, describing: Describing, depth = 0): RecordCall {
  const { to, valueWei, data } = call
  if (to) describing.names.meet(to)
  const head = {
    target: to === undefined ? null : getAddress(to),
    ...(valueWei > 0n ? { valueWei: valueWei.toString() } : {}),
  }
  if (data.length < SELECTOR_LENGTH) return { ...head, ...(data === '0x' ? {} : { data }) }
  const selector = data.slice(0, SELECTOR_LENGTH) as Hex
  const known = recognise(call, describing)
  if (known === undefined) return { ...head, selector, data }
  const { item, protocol, token, values } = known
  const carried = depth < MAX_DEPTH ? listCarried(call, item, values, describing) : []
  const calls = carried.map(({ inner }) => describeCall(inner, describing, depth + 1))
  const isKept = (_: unknown, at: number) => !carried.some(({ argument }) => argument === at)
  return {
    ...head,
    selector,
    function: item.name,
    protocol,
    arguments: describeArguments(item.inputs.filter(isKept), values.filter(isKept), describing.names, token),
    ...(calls.length > 0 ? { calls } : {}),
  }
}

/** What a token answers with an amount of itself. */
const AMOUNTS_OF_SELF: readonly string[] = ['balanceOf', 'allowance', 'totalSupply']

/** Describe what a call returned; undefined where no interface knows it, or it returned nothing. */
export function describeReturned(
  call: RawCall,
  output: Hex,
  describing: Describing,
): readonly RecordArgument[] | undefined {
  const { item } = recognise(call, describing) ?? {}
  if (item === undefined || item.outputs.length === 0) return undefined
  const values = tryDecode(item.outputs, output)
  if (values === undefined) return undefined
  const { to = '' } = call
  const { names } = describing
  const price = names.priceOf(to)
  const own = AMOUNTS_OF_SELF.includes(item.name) ? names.tokenOf(to) : undefined
  return describeArguments(item.outputs, values, names).map((each) => {
    const unit = own ?? (each.name === 'answer' ? price : undefined)
    return unit ? { ...each, units: { '': unit } } : each
  })
}

/** Find the function that a call calls, with its decoded arguments; `token` is the target where it is a token. */
function recognise({ to, data }: RawCall, { index }: Describing) {
  for (const { item, protocol, isToken } of index.functions(data.slice(0, SELECTOR_LENGTH) as Hex, to)) {
    const values = tryDecode(item.inputs, `0x${data.slice(SELECTOR_LENGTH)}`)
    if (values !== undefined) return { item, protocol, values, token: isToken ? to : undefined }
  }
  return undefined
}

/** Decode values; undefined where the bytes are not what the types promise. */
function tryDecode(inputs: readonly AbiParameter[], data: Hex): readonly unknown[] | undefined {
  if (inputs.length === 0) return []
  try {
    return decodeAbiParameters(inputs, data) as readonly unknown[]
  } catch {
    return undefined
  }
}

/** A call within a call, and the argument that holds it; none where several do. */
interface Carried {
  readonly inner: RawCall
  readonly argument?: number
}

/** List the calls that a call carries. */
function listCarried(
  call: RawCall,
  item: AbiFunction,
  values: readonly unknown[],
  { decoders }: Describing,
): readonly Carried[] {
  const { to, valueWei, data } = call
  const inArguments = item.inputs.flatMap((input, argument) =>
    listInArgument(input, values[argument], to, item).map((inner) => ({ inner, argument })),
  )
  if (inArguments.length > 0 || to === undefined) return inArguments
  const packed = item.inputs.flatMap(({ type }, at) =>
    type.startsWith('bytes') && !isWord(type) ? [at] : [],
  )
  if (packed.length === 0) return []
  const leaves = decoders.decode({ to, valueWei, data }, to)?.inner ?? []
  const [argument] = packed
  return leaves.flatMap((leaf) =>
    'call' in leaf
      ? [{ inner: leaf.call, ...(packed.length === 1 && argument !== undefined ? { argument } : {}) }]
      : [],
  )
}

const isWord = (type: string) => /^bytes\d/.test(type)

/** List the calls that one argument carries: structs with a target and its call data, or calls to the contract itself. */
function listInArgument(
  input: AbiParameter,
  value: unknown,
  self: Address | undefined,
  { name }: AbiFunction,
): readonly RawCall[] {
  if (input.type === 'bytes[]' && name === 'multicall') {
    return (value as readonly Hex[]).map((data) => ({ to: self, valueWei: 0n, data }))
  }
  if (!input.type.startsWith('tuple') || !('components' in input)) return []
  const members = new Map(input.components.map((member) => [member.name ?? '', member.type]))
  const target = ['target', 'to'].find((key) => members.get(key) === 'address')
  const data = ['data', 'callData'].find((key) => members.get(key) === 'bytes')
  if (target === undefined || data === undefined) return []
  return [value].flat().map((each) => {
    const struct = each as Readonly<Record<string, unknown>>
    const sent = struct.value
    return {
      to: struct[target] as Address,
      valueWei: typeof sent === 'bigint' ? sent : 0n,
      data: struct[data] as Hex,
    }
  })
}
