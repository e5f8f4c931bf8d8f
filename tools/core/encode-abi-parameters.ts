import { type AbiParameter, type Hex, isAddress, encodeAbiParameters as viemsOwn } from 'viem'
import { type AbiType, readAbiTypes, sumHeads, WORD_BYTES, WORD_DIGITS } from './abi-layout.ts'

/** Writes a value as hex digits; undefined when only viem can say what is wrong with it. */
type Encode = (value: unknown) => string | undefined

interface Encoder {
  readonly isDynamic: boolean
  readonly encode: Encode
}

const toWord = (value: number | bigint) => value.toString(16).padStart(WORD_DIGITS, '0')

/** Digits, filled up with zeros to whole words. */
const padToWords = (digits: string) =>
  digits.padEnd(WORD_DIGITS * Math.ceil(digits.length / WORD_DIGITS), '0')

/** Addresses as words, by how they are written; all of them are forgotten when there are too many. */
const addresses = new Map<string, string>()

const MAX_ADDRESSES = 8_192

const encodeAddress: Encode = (value) => {
  if (typeof value !== 'string') return undefined
  const known = addresses.get(value)
  if (known !== undefined || !isAddress(value)) return known
  const word = value.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')
  if (addresses.size >= MAX_ADDRESSES) addresses.clear()
  addresses.set(value, word)
  return word
}

const TRUE = toWord(1)
const FALSE = toWord(0)

const encodeBool: Encode = (value) => (value === true ? TRUE : value === false ? FALSE : undefined)

const ALL_VALUES = 1n << 256n

function encodeNumber(isSigned: boolean, bits: number): Encode {
  const above = 1n << BigInt(isSigned ? bits - 1 : bits)
  const least = isSigned ? -above : 0n
  return (value) => {
    if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined
    const number = value as bigint | number
    if (number >= above || number < least) return undefined
    return toWord(number < 0 ? ALL_VALUES + BigInt(number) : number)
  }
}

const isBytes = (value: unknown): value is Hex =>
  typeof value === 'string' && value.startsWith('0x') && value.length % 2 === 0

const encodeBytes: Encode = (value) =>
  isBytes(value) ? toWord(value.length / 2 - 1) + padToWords(value.slice(2)) : undefined

const encodeString: Encode = (value) => {
  if (typeof value !== 'string') return undefined
  const digits = Buffer.from(value).toString('hex')
  return toWord(digits.length / 2) + padToWords(digits)
}

/** Write members one after another, what is dynamic behind them and an offset in its place. */
function encodeMembers(encoders: readonly Encoder[], headBytes: number) {
  return (read: (index: number) => unknown): string | undefined => {
    let heads = ''
    let tails = ''
    for (let index = 0; index < encoders.length; index += 1) {
      const { isDynamic, encode } = encoders[index] as Encoder
      const digits = encode(read(index))
      if (digits === undefined) return undefined
      if (isDynamic) {
        heads += toWord(headBytes + tails.length / 2)
        tails += digits
      } else heads += digits
    }
    return heads + tails
  }
}

function encodeArray({ length, member }: AbiType & { readonly kind: 'array' }): Encode {
  const { isDynamic, encode } = createEncoder(member)
  return (value) => {
    if (!Array.isArray(value) || (length !== undefined && value.length !== length)) return undefined
    let heads = length === undefined ? toWord(value.length) : ''
    let tails = ''
    for (const one of value) {
      const digits = encode(one)
      if (digits === undefined) return undefined
      if (isDynamic) {
        heads += toWord(WORD_BYTES * value.length + tails.length / 2)
        tails += digits
      } else heads += digits
    }
    return heads + tails
  }
}

function encodeTuple({ names, members }: AbiType & { readonly kind: 'tuple' }): Encode {
  const encode = encodeMembers(members.map(createEncoder), sumHeads(members))
  return (value) => {
    if (value === null || typeof value !== 'object') return undefined
    const byName = value as Record<string, unknown>
    return Array.isArray(value)
      ? encode((index) => value[index])
      : encode((index) => byName[names[index] as string])
  }
}

function createEncoder(type: AbiType): Encoder {
  const { isDynamic } = type
  switch (type.kind) {
    case 'address':
      return { isDynamic, encode: encodeAddress }
    case 'bool':
      return { isDynamic, encode: encodeBool }
    case 'bytes':
      return { isDynamic, encode: encodeBytes }
    case 'string':
      return { isDynamic, encode: encodeString }
    case 'number':
      return { isDynamic, encode: encodeNumber(type.isSigned, type.bits) }
    case 'fixed-bytes': {
      const { bytes } = type
      return {
        isDynamic,
        encode: (value) =>
          isBytes(value) && value.length === 2 + 2 * bytes ? padToWords(value.slice(2)) : undefined,
      }
    }
    case 'array':
      return { isDynamic, encode: encodeArray(type) }
    case 'tuple':
      return { isDynamic, encode: encodeTuple(type) }
  }
}

type EncodeAll = (read: (index: number) => unknown) => string | undefined

const encoders = new WeakMap<readonly AbiParameter[], EncodeAll | 'viem alone'>()

function prepare(parameters: readonly AbiParameter[]): EncodeAll | 'viem alone' {
  let encoder = encoders.get(parameters)
  if (encoder === undefined) {
    const types = readAbiTypes(parameters)
    encoder = types ? encodeMembers(types.map(createEncoder), sumHeads(types)) : 'viem alone'
    encoders.set(parameters, encoder)
  }
  return encoder
}

/** Encode parameters behind bytes that come before them. @throws what viem does where they do not fit */
export function encodeBehind(
  before: Hex,
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): Hex {
  const encode = prepare(parameters)
  if (encode !== 'viem alone' && parameters.length === values.length) {
    const digits = encode((index) => values[index])
    if (digits !== undefined) return `${before}${digits}`
  }
  return `${before}${viemsOwn(parameters, values as never).slice(2)}`
}

/**
 * Encode parameters, as viem's function of this name does: types are taken apart once, and what does not fit them is
 * left to viem to refuse.
 */
export const encodeAbiParameters = ((parameters: readonly AbiParameter[], values: readonly unknown[]) =>
  encodeBehind('0x', parameters, values)) as typeof viemsOwn
