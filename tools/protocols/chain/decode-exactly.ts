import {
  type Abi,
  type DecodeFunctionDataReturnType,
  decodeFunctionData,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  slice,
} from 'viem'

/**
 * Decode call data, and only if it is the canonical encoding of what it decodes to.
 *
 * Trailing bytes, dirty padding and odd offsets give undefined: a contract might read them otherwise than we do.
 */
export function decodeExactly<const abi extends Abi>(
  abi: abi,
  data: Hex,
): DecodeFunctionDataReturnType<abi> | undefined {
  try {
    const decoded = decodeFunctionData({ abi: abi as Abi, data })
    // Overloads share a name; the selector tells which one it is.
    const item = getAbiItem({ abi: abi as Abi, name: slice(data, 0, 4) })
    if (item?.type !== 'function') return undefined
    const encoded = encodeFunctionData({ abi: [item], args: decoded.args })
    return encoded === data.toLowerCase() ? (decoded as DecodeFunctionDataReturnType<abi>) : undefined
  } catch {
    return undefined
  }
}
