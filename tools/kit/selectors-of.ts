import { type Abi, type Hex, toFunctionSelector } from 'viem'

/**
 * List the selectors of an interface's functions, or of those that are named; overloads count with their name.
 *
 * @throws RangeError when a name is of no function of the interface
 */
export function selectorsOf(abi: Abi, names?: readonly string[]): Hex[] {
  const functions = abi.filter((item) => item.type === 'function')
  const missing = names?.find((name) => !functions.some((item) => item.name === name))
  if (missing !== undefined) throw new RangeError(`the interface has no function "${missing}"`)
  const wanted = names === undefined ? functions : functions.filter(({ name }) => names.includes(name))
  return [...new Set(wanted.map((item) => toFunctionSelector(item)))]
}
