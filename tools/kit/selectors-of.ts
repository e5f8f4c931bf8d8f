import { type Abi, type Hex, slice, stringToHex, toFunctionSignature } from 'viem'
import { keccak256 } from '../core/keccak256.ts'

/**
 * List the selectors of an interface's functions, or of those that are named; overloads count with their name, and a
 * whole signature, as `approve(address,uint256)`, names one of them alone.
 *
 * @throws RangeError when a name is of no function of the interface
 */
export function selectorsOf(abi: Abi, names?: readonly string[]): Hex[] {
  const functions = abi
    .filter((item) => item.type === 'function')
    .map((item) => ({ name: item.name, signature: toFunctionSignature(item) }))
  const isNamed = (item: (typeof functions)[number], name: string) =>
    item.name === name || item.signature === name
  const missing = names?.find((name) => !functions.some((item) => isNamed(item, name)))
  if (missing !== undefined) throw new RangeError(`the interface has no function "${missing}"`)
  const wanted =
    names === undefined ? functions : functions.filter((item) => names.some((name) => isNamed(item, name)))
  return [...new Set(wanted.map(({ signature }) => slice(keccak256(stringToHex(signature)), 0, 4)))]
}
