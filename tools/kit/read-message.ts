import { type Address, getAddress, isAddress } from 'viem'
import type { Json } from '../core/json.ts'

/** A struct of typed data as JSON holds it. */
export type Message = Readonly<Record<string, Json>>

/** Read an address of typed data. Throws when it is none. */
export function readAddress(value: Json | undefined): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false }))
    throw new Error(`${value} is no address`)
  return getAddress(value)
}

/** Read an unsigned integer of typed data, exactly. Throws when it is none. */
export function readUint(value: Json | undefined): bigint {
  const isExact = typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : true
  if (!isExact || !/^\d+$/.test(String(value))) throw new Error(`${value} is no unsigned integer`)
  return BigInt(String(value))
}

/** Read a struct of typed data. Throws when it is none. */
export function readStruct(value: Json | undefined): Message {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error('a struct is missing')
  return value as Message
}

/** Read a list of typed data. Throws when it is none. */
export function readList(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) throw new Error('a list is missing')
  return value
}
