import { type Abi, type Hex, encodeFunctionData as viemsOwn } from 'viem'
import { findFunction } from './abi-functions.ts'
import { encodeBehind } from './encode-abi-parameters.ts'

interface Call {
  readonly abi: Abi
  readonly functionName?: string
  readonly args?: readonly unknown[]
}

/** Encode the data of a call, as viem's function of this name does. */
export const encodeFunctionData = ((call: Call): Hex => {
  const prepared = call.functionName === undefined ? undefined : findFunction(call.abi, call.functionName)
  if (prepared === undefined) return viemsOwn(call as Parameters<typeof viemsOwn>[0])
  return encodeBehind(prepared.selector, prepared.item.inputs, call.args ?? [])
}) as typeof viemsOwn
