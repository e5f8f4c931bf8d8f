import type {
  Abi,
  AbiParameter,
  DecodeAbiParametersReturnType,
  DecodeFunctionDataReturnType,
  Hex,
} from 'viem'
import { findCalledFunction } from '../core/abi-functions.ts'
import { decodeAbiParameters } from '../core/decode-abi-parameters.ts'
import { encodeAbiParameters, encodeBehind } from '../core/encode-abi-parameters.ts'

/**
 * Decode call data, and only if it is the canonical encoding of what it decodes to.
 *
 * Trailing bytes, dirty padding and odd offsets give undefined: a contract might read them otherwise than we do.
 */
export function decodeExactly<const abi extends Abi>(
  abi: abi,
  data: Hex,
): DecodeFunctionDataReturnType<abi> | undefined {
  const item = findCalledFunction(abi, data)
  if (item === undefined) return undefined
  const selector = data.slice(0, 10).toLowerCase() as Hex
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
