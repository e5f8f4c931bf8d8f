import { type Abi, type AbiItem, type Hex, toFunctionSelector, decodeErrorResult as viemsOwn } from 'viem'
import { decodeAbiParameters } from './decode-abi-parameters.ts'

type AbiError = Extract<AbiItem, { readonly type: 'error' }>

interface ErrorResult {
  readonly abi?: Abi
  readonly data: Hex
  readonly cause?: Error
}

/** Errors by selector, hashed once an ABI: viem hashes the signature of each until one fits. */
const preparedOf = new WeakMap<Abi, ReadonlyMap<string, AbiError>>()

function prepare(abi: Abi): ReadonlyMap<string, AbiError> {
  const known = preparedOf.get(abi)
  if (known !== undefined) return known
  const errors = new Map<string, AbiError>()
  for (const item of abi) {
    if (item.type !== 'error') continue
    const selector = toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' })
    if (!errors.has(selector)) errors.set(selector, item)
  }
  preparedOf.set(abi, errors)
  return errors
}

/** Length of a selector in hex. */
const SELECTOR_DIGITS = 10

/** Decode an error that a call ended with, as viem's function of this name does. */
export const decodeErrorResult = ((result: ErrorResult): unknown => {
  const { abi, ...rest } = result
  const abiItem = abi && prepare(abi).get(result.data.slice(0, SELECTOR_DIGITS))
  // What is none of them is one of Solidity's own, or viem says that it is none.
  if (abiItem === undefined) return viemsOwn({ ...rest, abi: [] })
  if (result.data.length <= SELECTOR_DIGITS && abiItem.inputs.length > 0) {
    return viemsOwn({ ...rest, abi: [abiItem] })
  }
  const args =
    abiItem.inputs.length > 0
      ? decodeAbiParameters(abiItem.inputs, `0x${result.data.slice(SELECTOR_DIGITS)}`)
      : undefined
  return { abiItem, args, errorName: abiItem.name }
}) as typeof viemsOwn
