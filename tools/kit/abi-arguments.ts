import {
  type Abi,
  type AbiEvent,
  type AbiFunction,
  type AbiParameter,
  getAddress,
  isAddress,
  isHex,
  parseAbiItem,
} from 'viem'
import { ToolError } from '../core/errors.ts'

const invalid = (path: string, problem: string) => new ToolError('INVALID_PARAMS', { path, problem })

/**
 * Parse a human-readable fragment such as `function balanceOf(address owner) view returns (uint256)`.
 *
 * @throws ToolError INVALID_PARAMS
 */
export function parseFragment(text: string, kind: 'function', path: string): AbiFunction
export function parseFragment(text: string, kind: 'event', path: string): AbiEvent
export function parseFragment(
  text: string,
  kind: 'function' | 'event',
  path: string,
): AbiFunction | AbiEvent {
  let item: Abi[number]
  try {
    item = parseAbiItem(text as string) as Abi[number]
  } catch (cause) {
    throw invalid(
      path,
      `is no ${kind} fragment: ${(cause as { shortMessage?: string }).shortMessage ?? String(cause)}`,
    )
  }
  if (item.type !== kind) throw invalid(path, `is a fragment of type ${item.type}, expected ${kind}`)
  return item as AbiFunction | AbiEvent
}

/**
 * Turn a JSON value into what viem encodes for an ABI type: integers come as decimal strings or exact numbers.
 *
 * @throws ToolError INVALID_PARAMS naming the place
 */
export function parseArgument(parameter: AbiParameter, value: unknown, path: string): unknown {
  const array = /^(.*)\[(\d*)\]$/.exec(parameter.type)
  if (array) {
    if (!Array.isArray(value)) throw invalid(path, `expected an array for ${parameter.type}`)
    if (array[2] && value.length !== Number(array[2])) {
      throw invalid(path, `has ${value.length} members, expected ${array[2]}`)
    }
    const member = { ...parameter, type: array[1] ?? '' }
    return value.map((element, index) => parseArgument(member, element, `${path}/${index}`))
  }
  if (parameter.type === 'tuple') return parseTuple(parameter, value, path)
  if (/^u?int\d*$/.test(parameter.type)) {
    const isInteger = typeof value === 'string' ? /^-?[0-9]{1,78}$/.test(value) : Number.isSafeInteger(value)
    if (!isInteger) throw invalid(path, `expected an integer (decimal string) for ${parameter.type}`)
    return BigInt(value as string | number)
  }
  if (parameter.type === 'address') {
    if (typeof value !== 'string' || !isAddress(value, { strict: false }))
      throw invalid(path, 'expected an address')
    return getAddress(value)
  }
  if (parameter.type === 'bool') {
    if (typeof value !== 'boolean') throw invalid(path, 'expected true or false')
    return value
  }
  if (parameter.type === 'string') {
    if (typeof value !== 'string') throw invalid(path, 'expected a string')
    return value
  }
  if (!isHex(value)) throw invalid(path, `expected 0x-prefixed hex for ${parameter.type}`)
  return value
}

/**
 * Turn a list of JSON values into arguments of a function.
 *
 * @throws ToolError INVALID_PARAMS
 */
export function parseArguments(
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
  path: string,
): unknown[] {
  if (parameters.length !== values.length) {
    throw invalid(path, `has ${values.length} arguments, expected ${parameters.length}`)
  }
  return parameters.map((parameter, index) => parseArgument(parameter, values[index], `${path}/${index}`))
}

function parseTuple(parameter: AbiParameter, value: unknown, path: string): unknown {
  const components = 'components' in parameter ? parameter.components : []
  if (Array.isArray(value)) return toNamed(components, parseArguments(components, value, path))
  if (value === null || typeof value !== 'object')
    throw invalid(path, 'expected an object or array for a tuple')
  const members = value as Record<string, unknown>
  return toNamed(
    components,
    components.map((component) =>
      parseArgument(component, members[component.name ?? ''], `${path}/${component.name}`),
    ),
  )
}

/** viem takes a tuple as an object when its components are named, as an array otherwise. */
const toNamed = (components: readonly AbiParameter[], values: readonly unknown[]) =>
  components.every((component) => component.name)
    ? Object.fromEntries(components.map((component, index) => [component.name, values[index]]))
    : values
