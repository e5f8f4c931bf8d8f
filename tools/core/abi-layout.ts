import type { AbiParameter } from 'viem'

/** How a type is laid out: whether its place holds an offset, and how many bytes its place takes. */
export interface Layout {
  readonly isDynamic: boolean
  readonly headBytes: number
}

/** Bytes of a word. */
export const WORD_BYTES = 32

/** Digits of a word. */
export const WORD_DIGITS = 64

/** A type, taken apart; undefined where only viem knows it (empty tuples, arrays of no members, functions). */
export type AbiType = Layout &
  (
    | { readonly kind: 'address' | 'bool' | 'bytes' | 'string' }
    | { readonly kind: 'number'; readonly isSigned: boolean; readonly bits: number }
    | { readonly kind: 'fixed-bytes'; readonly bytes: number }
    | { readonly kind: 'array'; readonly length: number | undefined; readonly member: AbiType }
    | {
        readonly kind: 'tuple'
        readonly names: readonly string[]
        /** Whether every member has a name: then it is read as an object, otherwise as an array. */
        readonly isNamed: boolean
        readonly members: readonly AbiType[]
      }
  )

const WORD: Layout = { isDynamic: false, headBytes: WORD_BYTES }
const OFFSET: Layout = { isDynamic: true, headBytes: WORD_BYTES }

/** Lay members out one after another. */
export const sumHeads = (members: readonly Layout[]) =>
  members.reduce((bytes, { headBytes }) => bytes + headBytes, 0)

/** Take a parameter's type apart; undefined where only viem knows it. */
function readAbiType(parameter: AbiParameter): AbiType | undefined {
  const { type } = parameter
  const array = /^(.*)\[(\d+)?\]$/.exec(type)
  if (array) return readArray({ ...parameter, type: array[1] ?? '' }, array[2])
  if (type === 'tuple') return readTuple(parameter)
  if (type === 'address' || type === 'bool') return { ...WORD, kind: type }
  if (type === 'bytes' || type === 'string') return { ...OFFSET, kind: type }
  const number = /^(u?)int(\d*)$/.exec(type)
  if (number) {
    const bits = Number(number[2] || 256)
    const isKnown = bits >= 8 && bits <= 256 && bits % 8 === 0
    return isKnown ? { ...WORD, kind: 'number', isSigned: number[1] === '', bits } : undefined
  }
  const bytes = Number(/^bytes(\d+)$/.exec(type)?.[1])
  return bytes >= 1 && bytes <= WORD_BYTES ? { ...WORD, kind: 'fixed-bytes', bytes } : undefined
}

function readArray(of: AbiParameter, size: string | undefined): AbiType | undefined {
  const member = readAbiType(of)
  if (member === undefined) return undefined
  if (size === undefined) return { ...OFFSET, kind: 'array', length: undefined, member }
  const length = Number(size)
  if (length === 0) return undefined
  const layout = member.isDynamic ? OFFSET : { isDynamic: false, headBytes: length * member.headBytes }
  return { ...layout, kind: 'array', length, member }
}

function readTuple(parameter: AbiParameter): AbiType | undefined {
  const components = 'components' in parameter ? parameter.components : []
  const members = readAbiTypes(components)
  if (members === undefined || members.length === 0) return undefined
  const names = components.map(({ name }) => name ?? '')
  // Every object has one already, which no member can be.
  if (names.includes('__proto__')) return undefined
  const layout = members.some(({ isDynamic }) => isDynamic)
    ? OFFSET
    : { isDynamic: false, headBytes: sumHeads(members) }
  const isNamed = names.every((name) => name !== '')
  return { ...layout, kind: 'tuple', names, isNamed, members }
}

/** Take parameters apart; undefined when only viem knows one of them. */
export function readAbiTypes(parameters: readonly AbiParameter[]): readonly AbiType[] | undefined {
  const types: AbiType[] = []
  for (const parameter of parameters) {
    const type = readAbiType(parameter)
    if (type === undefined) return undefined
    types.push(type)
  }
  return types
}
