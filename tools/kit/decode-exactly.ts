import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type DecodeAbiParametersReturnType,
  type DecodeFunctionDataReturnType,
  type Hex,
  toFunctionSelector,
} from 'viem'
import { decodeAbiParameters } from '../core/decode-abi-parameters.ts'
import { encodeAbiParameters, encodeBehind } from '../core/encode-abi-parameters.ts'

/** Functions by selector, hashed once an ABI: viem would hash every signature again at each call. */
const functionsOf = new WeakMap<Abi, ReadonlyMap<Hex, AbiFunction>>()

function indexFunctions(abi: Abi): ReadonlyMap<Hex, AbiFunction> {
  let index = functionsOf.get(abi)
  if (index === undefined) {
    const functions = abi.filter((item) => item.type === 'function')
    index = new Map(functions.map((item) => [toFunctionSelector(item), item]))
    functionsOf.set(abi, index)
  }
  return index
}

/**
 * Decode call data, and only if it is the canonical encoding of what it decodes to.
 *
 * Trailing bytes, dirty padding and odd offsets give undefined: a contract might read them otherwise than we do.
 */
export function decodeExactly<const abi extends Abi>(
  abi: abi,
  data: Hex,
): DecodeFunctionDataReturnType<abi> | undefined {
  if (data.length < 10) return undefined
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const item = indexFunctions(abi).get(selector)
  if (item === undefined) return undefined
  try {
    const args =
      item.inputs.length === 0 ? undefined : decodeAbiParameters(item.inputs, `0x${data.slice(10)}`)
    const encoded = args === undefined ? selector : encodeBehind(selector, item.inputs, args)
    if (encoded !== data.toLowerCase()) return undefined
    return { functionName: item.name, args } as DecodeFunctionDataReturnType<abi>
  } catch {
    return undefined
  }
}

/** Decode parameters alone, and only if the bytes are the canonical encoding of what they decode to. */
export function decodeParametersExactly<const parameters extends readonly AbiParameter[]>(
  parameters: parameters,
  data: Hex,
): DecodeAbiParametersReturnType<parameters> | undefined {
  try {
    const values = decodeAbiParameters(parameters, data)
    return encodeAbiParameters(parameters, values as never) === data.toLowerCase()
      ? (values as DecodeAbiParametersReturnType<parameters>)
      : undefined
  } catch {
    return undefined
  }
}
