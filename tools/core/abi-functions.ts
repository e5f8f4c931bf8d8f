import { type Abi, type AbiFunction, type Hex, toFunctionSelector } from 'viem'

/** A function with its selector. */
export interface PreparedFunction {
  readonly item: AbiFunction
  readonly selector: Hex
}

/** Functions by name, hashed once an ABI: viem looks each up and hashes its signature at each call. */
const preparedOf = new WeakMap<Abi, Map<string, PreparedFunction | undefined>>()

/** Find a function of an ABI; undefined where its name alone does not tell which is meant. */
export function findFunction(abi: Abi, name: string): PreparedFunction | undefined {
  let functions = preparedOf.get(abi)
  if (functions === undefined) {
    functions = new Map()
    preparedOf.set(abi, functions)
  }
  const known = functions.get(name)
  if (known !== undefined || functions.has(name)) return known
  const [item, ...others] = abi.filter((one) => one.type === 'function' && one.name === name) as AbiFunction[]
  const prepared = item && others.length === 0 ? { item, selector: toFunctionSelector(item) } : undefined
  functions.set(name, prepared)
  return prepared
}

/** Functions by selector, hashed once an ABI: viem would hash every signature again at each call. */
const bySelector = new WeakMap<Abi, ReadonlyMap<string, AbiFunction>>()

/** Find the function of an ABI that call data asks for by its first bytes. */
export function findCalledFunction(abi: Abi, data: Hex): AbiFunction | undefined {
  let functions = bySelector.get(abi)
  if (functions === undefined) {
    const items = abi.filter((item) => item.type === 'function')
    functions = new Map(items.map((item) => [toFunctionSelector(item), item]))
    bySelector.set(abi, functions)
  }
  return functions.get(data.slice(0, 10).toLowerCase())
}
