import { type AbiParameter, type Hex, decodeAbiParameters as viemsOwn } from 'viem'
import { type AbiType, readAbiTypes, WORD_BYTES, WORD_DIGITS } from './abi-layout.ts'
import { assertFewShared } from './assert-few-shared.ts'
import { checksumDigits } from './checksums.ts'
import { readHex } from './read-hex.ts'

/** Bytes that are read, as digits in lower case. */
interface Source {
  readonly digits: string
  readonly bytes: number
  /** Words that may still be read: bytes that point at themselves would go on for ever. */
  wordsLeft: number
  /** Bytes of strings and byte strings that may still be read: many may point at the same ones. */
  bytesLeft: number
}

/** Reads a value at a byte; offsets count from a base. Throws {@link LEFT_TO_VIEM}. */
type Decode = (source: Source, at: number, base: number) => unknown

/** Thrown where bytes are not plain: viem says what they are or why they are nothing. */
const LEFT_TO_VIEM = new Error('left to viem')

function readWord(source: Source, at: number): string {
  if (at + WORD_BYTES > source.bytes || source.wordsLeft === 0) throw LEFT_TO_VIEM
  source.wordsLeft -= 1
  return source.digits.slice(2 * at, 2 * at + WORD_DIGITS)
}

const SMALL_DIGITS = 8
const NOTHING_BEFORE = '0'.repeat(WORD_DIGITS - SMALL_DIGITS)

/** Read a word that is an offset or a length. */
function readSmall(source: Source, at: number): number {
  const word = readWord(source, at)
  if (!word.startsWith(NOTHING_BEFORE)) throw LEFT_TO_VIEM
  return Number.parseInt(word.slice(-SMALL_DIGITS), 16)
}

/** Where the bytes are to which the offset at a byte points; viem goes back behind that place afterwards. */
function follow(source: Source, at: number, base: number): number {
  if (base + WORD_BYTES >= source.bytes) throw LEFT_TO_VIEM
  return base + readSmall(source, at)
}

const decodeAddress: Decode = (source, at) => {
  const address = checksumDigits(readWord(source, at).slice(24))
  if (address === undefined) throw LEFT_TO_VIEM
  return address
}

const TRUE = '1'.padStart(WORD_DIGITS, '0')
const FALSE = '0'.repeat(WORD_DIGITS)

const decodeBool: Decode = (source, at) => {
  const word = readWord(source, at)
  if (word === TRUE) return true
  if (word === FALSE) return false
  throw LEFT_TO_VIEM
}

/** Most bits that viem reads as a number. */
const MAX_NUMBER_BITS = 48
const FIRST_NEGATIVE = 1n << 255n
const ALL_VALUES = 1n << 256n

/** Digits up to which a number is read exactly without a bigint in between. */
const EXACT_DIGITS = 12
const NO_LARGE = '0'.repeat(WORD_DIGITS - EXACT_DIGITS)

function decodeNumber(isSigned: boolean, bits: number): Decode {
  return (source, at) => {
    const word = readWord(source, at)
    if (word.startsWith(NO_LARGE)) {
      const number = Number.parseInt(word.slice(-EXACT_DIGITS), 16)
      return bits > MAX_NUMBER_BITS ? BigInt(number) : number
    }
    const unsigned = BigInt(`0x${word}`)
    const value = isSigned && unsigned >= FIRST_NEGATIVE ? unsigned - ALL_VALUES : unsigned
    if (bits > MAX_NUMBER_BITS) return value
    const number = Number(value)
    if (!Number.isSafeInteger(number)) throw LEFT_TO_VIEM
    return number
  }
}

/** Read the bytes with their length to which an offset points. */
function readBytes(source: Source, at: number, base: number): string {
  const start = follow(source, at, base)
  const length = readSmall(source, start)
  const from = start + WORD_BYTES
  if (from + length > source.bytes || length > source.bytesLeft) throw LEFT_TO_VIEM
  source.bytesLeft -= length
  return source.digits.slice(2 * from, 2 * (from + length))
}

const decodeBytes: Decode = (source, at, base) => `0x${readBytes(source, at, base)}`

const decodeString: Decode = (source, at, base) =>
  new TextDecoder().decode(Buffer.from(readBytes(source, at, base), 'hex'))

function decodeArray({ length, member }: AbiType & { readonly kind: 'array' }, isDynamic: boolean): Decode {
  const decode = createDecoder(member)
  const { headBytes } = member
  const readMembers = (source: Source, count: number, start: number) => {
    const values: unknown[] = []
    for (let index = 0; index < count; index += 1)
      values.push(decode(source, start + index * headBytes, start))
    return values
  }
  if (length === undefined) {
    return (source, at, base) => {
      const start = follow(source, at, base)
      return readMembers(source, readSmall(source, start), start + WORD_BYTES)
    }
  }
  return isDynamic
    ? (source, at, base) => readMembers(source, length, follow(source, at, base))
    : (source, at) => readMembers(source, length, at)
}

function decodeTuple(
  { names, isNamed, members }: AbiType & { readonly kind: 'tuple' },
  isDynamic: boolean,
): Decode {
  const decoders = members.map(createDecoder)
  const readMembers = (source: Source, start: number) => {
    const values: unknown[] = []
    const byName: Record<string, unknown> = {}
    let at = start
    for (let index = 0; index < decoders.length; index += 1) {
      const value = (decoders[index] as Decode)(source, at, start)
      if (isNamed) byName[names[index] as string] = value
      else values.push(value)
      at += (members[index] as AbiType).headBytes
    }
    return isNamed ? byName : values
  }
  return isDynamic ? (source, at, base) => readMembers(source, follow(source, at, base)) : readMembers
}

function createDecoder(type: AbiType): Decode {
  switch (type.kind) {
    case 'address':
      return decodeAddress
    case 'bool':
      return decodeBool
    case 'bytes':
      return decodeBytes
    case 'string':
      return decodeString
    case 'number':
      return decodeNumber(type.isSigned, type.bits)
    case 'fixed-bytes': {
      const digits = 2 * type.bytes
      return (source, at) => `0x${readWord(source, at).slice(0, digits)}`
    }
    case 'array':
      return decodeArray(type, type.isDynamic)
    case 'tuple':
      return decodeTuple(type, type.isDynamic)
  }
}

/** Parameters, taken apart. */
interface Prepared {
  readonly types: readonly AbiType[]
  readonly decode: (source: Source) => unknown[]
}

const preparedOf = new WeakMap<readonly AbiParameter[], Prepared | 'viem alone'>()

function prepare(parameters: readonly AbiParameter[]): Prepared | 'viem alone' {
  const known = preparedOf.get(parameters)
  if (known !== undefined) return known
  const types = readAbiTypes(parameters)
  const members = types?.map(createDecoder)
  const prepared: Prepared | undefined = types && {
    types,
    decode(source) {
      let at = 0
      return types.map(({ headBytes }, index) => {
        const value = (members?.[index] as Decode)(source, at, 0)
        at += headBytes
        return value
      })
    },
  }
  preparedOf.set(parameters, prepared ?? 'viem alone')
  return prepared ?? 'viem alone'
}

/** Above this viem bounds how often it reads a word again. */
const MAX_BYTES = 8_192 * WORD_BYTES

/** Bytes of strings and byte strings that are read beyond as many as there are, where several share them. */
const MOST_SHARED_BYTES = 16_384

/** Read hex of whole bytes; undefined when it is something else, or too much or too little to be plain. */
function openSource(data: Hex): Source | undefined {
  const bytes = (data.length - 2) / 2
  const isPlain = bytes >= WORD_BYTES && bytes <= MAX_BYTES && readHex(data) !== undefined
  const digits = data.slice(2).toLowerCase()
  return isPlain
    ? { digits, bytes, wordsLeft: Math.floor(bytes / WORD_BYTES), bytesLeft: bytes + MOST_SHARED_BYTES }
    : undefined
}

/**
 * Decode parameters, as viem's function of this name does: types are taken apart once, and bytes that are anything but
 * plain are left to viem, to read or to refuse. Only those to which too many offsets point are refused before it.
 */
export const decodeAbiParameters = ((parameters: readonly AbiParameter[], data: Hex | Uint8Array) => {
  const prepared = typeof data === 'string' ? prepare(parameters) : 'viem alone'
  if (prepared === 'viem alone') return viemsOwn(parameters, data)
  const source = openSource(data as Hex)
  try {
    if (source !== undefined) return prepared.decode(source)
  } catch (cause) {
    if (cause !== LEFT_TO_VIEM) throw cause
  }
  assertFewShared(prepared.types, data.slice(2) as string)
  return viemsOwn(parameters, data)
}) as typeof viemsOwn
