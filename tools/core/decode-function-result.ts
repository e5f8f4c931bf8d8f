import { type Abi, type Hex, decodeFunctionResult as viemsOwn } from 'viem'
import { findFunction } from './abi-functions.ts'
import { decodeAbiParameters } from './decode-abi-parameters.ts'

interface Result {
  readonly abi: Abi
  readonly functionName?: string
  readonly args?: readonly unknown[]
  readonly data: Hex
}

/** Decode what a function answered, as viem's function of this name does. */
export const decodeFunctionResult = ((result: Result): unknown => {
  const prepared =
    result.functionName === undefined ? undefined : findFunction(result.abi, result.functionName)
  if (prepared === undefined) return viemsOwn(result as Parameters<typeof viemsOwn>[0])
  const values = decodeAbiParameters(prepared.item.outputs, result.data) as readonly unknown[]
  return values.length > 1 ? values : values[0]
}) as typeof viemsOwn
