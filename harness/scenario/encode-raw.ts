import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  concat,
  encodeAbiParameters,
  encodePacked,
  getAddress,
  type Hex,
  isAddress,
  parseAbiItem,
  parseAbiParameters,
} from 'viem'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import type { Json } from '../../tools/core/json.ts'
import type { Call, TypedData } from '../../tools/core/plan.ts'
import { HarnessError } from '../errors.ts'
import { findAccount } from '../protocols/accounts.ts'
import { isTooLong, parseDecimal, parseDurationMs, splitAmount } from './text/units.ts'

/** What the names of raw calls stand for. */
export interface RawNames {
  /** An actor, a contract, a token or the cage; undefined when it is none of them. */
  address(name: string): Address | undefined
  decimals(symbol: string): number | undefined
  /** Symbol of the native coin, in which values are. */
  readonly native: string
  /** Head timestamp, to which `now+10m` adds. */
  readonly nowSeconds: bigint
}

/** One raw call as a scenario writes it: `{ to, function, args, value }` or `{ to, data, value }`. */
export interface RawCall {
  readonly to: string
  readonly value?: string
  readonly data?: unknown
  readonly function?: string
  readonly args?: readonly unknown[]
}

/** A call of a bundle. */
type RawBundledCall = RawCall & { readonly delegated?: boolean }

const fail = (problem: string): never => {
  throw new HarnessError('STEP_IMPOSSIBLE', problem, { hint: 'correct what stands there' })
}

/**
 * Encode one raw call.
 *
 * @throws HarnessError STEP_IMPOSSIBLE that says what is wrong with it
 * @example encodeRawCall({ to: 'USDC', function: 'approve(address,uint256)', args: ['attacker', '5 USDC'] }, names)
 */
export function encodeRawCall(call: RawCall, names: RawNames): Call {
  const { to, value, data, function: signature, args } = call
  assertUnits(call, names)
  if (data !== undefined && signature !== undefined) fail('a call has either data or a function')
  return {
    to: toAddress(to, names),
    valueWei: value === undefined ? 0n : toInteger(value, 'uint256', names),
    data:
      signature === undefined
        ? encodeBytes(data ?? '0x', names)
        : encodeBytes({ function: signature, args }, names),
  }
}

/** Refuse amounts in another unit than the call can mean: its value in a token, or a token's own in another. */
function assertUnits({ to, value, args = [] }: RawCall, names: RawNames): void {
  const sent = value === undefined ? undefined : splitAmount(value)
  if (sent && sent.symbol !== names.native) fail(`expected a value in ${names.native}, found ${sent.symbol}`)
  if (names.decimals(to) === undefined || !Array.isArray(args)) return
  for (const argument of args) {
    const amount = typeof argument === 'string' ? splitAmount(argument) : undefined
    if (amount && amount.symbol !== to) fail(`expected an amount in ${to}, found ${amount.symbol}`)
  }
}

/** Make one call data of calls as accounts of a protocol do; each may be one with the code of its target. */
const encodeBundle = (protocol: string, calls: readonly RawBundledCall[], names: RawNames): Hex =>
  findAccount(protocol).bundle(
    calls.map(({ delegated = false, ...call }) => ({ ...encodeRawCall(call, names), delegated })),
  )

/**
 * Encode bytes: hex; `{ function, args }` for call data; `{ abi, args }` and `{ packed, args }` for parameters
 * alone; `{ bundle, calls }` for call data of calls, as accounts of the protocol make them; a list for the concatenation of all of these.
 */
function encodeBytes(value: unknown, names: RawNames): Hex {
  if (Array.isArray(value)) return concat(value.map((part) => encodeBytes(part, names)))
  if (typeof value === 'string') {
    return /^0x([0-9a-fA-F]{2})*$/.test(value) ? (value as Hex) : fail(`"${value}" is no bytes`)
  }
  const {
    function: signature,
    abi,
    packed,
    bundle,
    calls,
    args = [],
  } = (value ?? {}) as {
    function?: string
    abi?: string
    packed?: string
    bundle?: string
    calls?: unknown
    args?: unknown
  }
  if (bundle !== undefined) {
    return encodeBundle(bundle, Array.isArray(calls) ? calls : fail('a bundle has a list of calls'), names)
  }
  if (signature !== undefined) {
    const item = parseWith(() => parseAbiItem(`function ${signature}`), signature, 'signature') as AbiFunction
    return encodeFunctionData({ abi: [item], args: toList(item.inputs, args, names) })
  }
  const text = abi ?? packed ?? fail('bytes are hex, or have function, abi, packed or bundle')
  const parameters = parseWith(() => parseAbiParameters(text), text, 'list of types')
  const values = toList(parameters, args, names)
  return abi === undefined
    ? encodePacked(
        parameters.map(({ type }) => type),
        values,
      )
    : encodeAbiParameters(parameters, values)
}

/** Parse a text of an interface; of one that is none, what the parser says of it is its reason, if any. */
function parseWith<T>(parse: () => T, text: string, what: string): T {
  try {
    return parse()
  } catch (cause) {
    const [reason = 'write "approve(address,uint256)", or "address,uint256" for types alone'] =
      (cause as { readonly metaMessages?: readonly string[] }).metaMessages ?? []
    return fail(`"${text}" is no ${what}: ${reason}`)
  }
}

function toList(parameters: readonly AbiParameter[], value: unknown, names: RawNames): unknown[] {
  const values = Array.isArray(value) ? value : fail(`expected a list of ${parameters.length} values`)
  if (values.length !== parameters.length) {
    fail(`expected ${parameters.length} values, found ${values.length}`)
  }
  return parameters.map((parameter, index) => toValue(parameter, values[index], names))
}

/** Convert a value as YAML holds it into what an encoder of its type takes. */
function toValue(parameter: AbiParameter, value: unknown, names: RawNames): unknown {
  const { type } = parameter
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined) {
    const values = Array.isArray(value) ? value : fail(`expected a list for ${type}`)
    return values.map((member) => toValue({ ...parameter, type: element } as AbiParameter, member, names))
  }
  if ('components' in parameter) {
    const members = toList(parameter.components, value, names)
    const isNamed = parameter.components.every(({ name }) => name)
    return isNamed
      ? Object.fromEntries(parameter.components.map(({ name }, index) => [name, members[index]]))
      : members
  }
  if (type === 'address') return toAddress(String(value), names)
  if (type === 'bool') {
    return /^(true|false)$/.test(String(value)) ? String(value) === 'true' : fail(`"${value}" is no bool`)
  }
  if (type === 'string') return String(value)
  if (type === 'bytes') return encodeBytes(value, names)
  if (type.startsWith('bytes')) return encodeBytes(String(value), names)
  return toInteger(value, type, names)
}

function toAddress(name: string, names: RawNames): Address {
  const bare = name.replace(/^\$\{(\w+)\}$/, '$1')
  if (isAddress(bare, { strict: false })) return getAddress(bare)
  return names.address(bare) ?? fail(`"${name}" is no account, contract, token or address`)
}

function toInteger(value: unknown, type: string, names: RawNames): bigint {
  const [found, unsigned, digits = '256'] = /^(u?)int(\d+)?$/.exec(type) ?? []
  if (found === undefined) return fail(`"${type}" is no type of a value`)
  const bits = BigInt(digits)
  const [least, most] = unsigned ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
  const range = unsigned ? `0 to 2^${bits} - 1` : `-2^${bits - 1n} to 2^${bits - 1n} - 1`
  const text = String(value).trim()
  const integer = text === 'max' ? most : readInteger(value, text, type, names)
  return integer >= least && integer <= most
    ? integer
    : fail(`"${text}" does not fit ${type}: expected ${range}`)
}

function readInteger(value: unknown, text: string, type: string, names: RawNames): bigint {
  if (/^-?\d+$|^0x[0-9a-fA-F]+$/.test(text)) {
    return typeof value === 'number' && !Number.isSafeInteger(value)
      ? fail(`${value} is not exact, write it in quotes`)
      : BigInt(text)
  }
  const later = /^now(?:\+(.+))?$/.exec(text)
  if (later !== null) {
    const ms = later[1] === undefined ? 0 : parseDurationMs(later[1])
    return ms === undefined || ms < 0 || isTooLong(later[1] ?? '')
      ? fail(`"${text}" is no time`)
      : names.nowSeconds + BigInt(Math.floor(ms / 1_000))
  }
  const amount = splitAmount(text)
  const decimals = amount && names.decimals(amount.symbol)
  const baseUnits = amount && decimals !== undefined ? parseDecimal(amount.decimal, decimals) : undefined
  return baseUnits ?? fail(`"${text}" is no ${type}; write a number, "max", "5 USDC" or "now+10m"`)
}

/** Typed data as a scenario writes it: the structs as EIP-712 encodes them, the message by names. */
export interface RawTypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly type: string
  readonly message: Readonly<Record<string, unknown>>
}

type Structs = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>

/**
 * Encode typed data, integers as decimal strings.
 *
 * @throws HarnessError STEP_IMPOSSIBLE that says what is wrong with it
 */
export function encodeTypedData({ domain, type, message }: RawTypedData, names: RawNames): TypedData {
  const types: Structs = Object.fromEntries(
    [...type.matchAll(/(\w+)\(([^()]*)\)/g)].map(([, name = '', fields = '']) => [
      name,
      fields.split(',').map((field) => {
        const [fieldType = '', fieldName = ''] = field.trim().split(/\s+/)
        return { name: fieldName, type: fieldType }
      }),
    ]),
  )
  const primaryType = Object.keys(types)[0] ?? fail(`"${type}" names no struct`)
  const { verifyingContract, ...rest } = domain
  return {
    domain: {
      ...rest,
      ...(verifyingContract === undefined
        ? {}
        : { verifyingContract: toAddress(String(verifyingContract), names) }),
    },
    types,
    primaryType,
    message: toStruct(primaryType, message, types, names) as TypedData['message'],
  }
}

function toStruct(struct: string, value: unknown, types: Structs, names: RawNames): Json {
  const members = (value ?? {}) as Readonly<Record<string, unknown>>
  const convert = (type: string, member: unknown): Json => {
    const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
    if (element !== undefined) {
      return Array.isArray(member)
        ? member.map((part) => convert(element, part))
        : fail(`expected a list for ${type}`)
    }
    if (Object.hasOwn(types, type)) return toStruct(type, member, types, names)
    const converted = toValue({ type }, member, names)
    return typeof converted === 'bigint' ? converted.toString() : (converted as Json)
  }
  const fields = types[struct] ?? []
  const unknown = Object.keys(members).find((key) => fields.every(({ name }) => name !== key))
  if (unknown !== undefined) fail(`"${unknown}" is no member of ${struct}`)
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      members[name] === undefined ? fail(`"${name}" of ${struct} is missing`) : convert(type, members[name]),
    ]),
  )
}
