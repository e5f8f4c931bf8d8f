import { type Abi, type Hex, prepareEncodeFunctionData, encodeFunctionData as viemsOwn } from 'viem'

interface Call {
  readonly abi: Abi
  readonly functionName?: string
  readonly args?: readonly unknown[]
}

/** What viem takes in place of an ABI and a name: one function and its selector. */
interface Prepared {
  readonly abi: Abi
  readonly functionName: Hex
}

/** Functions by name, hashed once an ABI: viem looks each up and hashes its signature at each call. */
const preparedOf = new WeakMap<Abi, Map<string, Prepared | undefined>>()

/** Prepare a function; undefined where its name alone does not tell which is meant. */
function prepare(abi: Abi, name: string): Prepared | undefined {
  const functions = preparedOf.get(abi) ?? new Map<string, Prepared | undefined>()
  if (functions.has(name)) return functions.get(name)
  const named = abi.filter((item) => item.type === 'function' && item.name === name)
  const prepared =
    named.length === 1 ? prepareEncodeFunctionData({ abi: named, functionName: name }) : undefined
  preparedOf.set(abi, functions.set(name, prepared as Prepared | undefined))
  return prepared as Prepared | undefined
}

/** Encode the data of a call, as viem's function of this name does. */
export const encodeFunctionData = ((call: Call): Hex => {
  const prepared = call.functionName === undefined ? undefined : prepare(call.abi, call.functionName)
  return viemsOwn((prepared ? { ...prepared, args: call.args } : call) as Parameters<typeof viemsOwn>[0])
}) as typeof viemsOwn
