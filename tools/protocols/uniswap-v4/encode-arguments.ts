import { type AbiParameter, type Address, getAddress, type Hex, isAddress } from 'viem'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { ToolError } from '../../core/errors.ts'

/** Arguments of a constructor as a caller writes them: addresses, integers as decimal text, and lists of both. */
export type WrittenArguments = readonly (string | readonly string[])[]

/**
 * Encode what a hook's constructor takes; the pool manager is not among what the caller writes.
 *
 * @throws ToolError INVALID_PARAMS naming the argument
 */
export function encodeArguments(
  [manager, ...parameters]: readonly AbiParameter[],
  poolManager: Address,
  written: WrittenArguments,
): Hex {
  if (manager === undefined || written.length !== parameters.length) {
    const expected = parameters.map(({ name = '', type }) => `${type} ${name.replace(/_$/, '')}`).join(', ')
    throw invalid('/arguments', `are ${written.length}, expected ${parameters.length}: ${expected || 'none'}`)
  }
  const values = parameters.map(({ type }, index) =>
    readValue(type, written[index] ?? '', `/arguments/${index}`),
  )
  return encodeAbiParameters([manager, ...parameters], [poolManager, ...values])
}

const invalid = (path: string, problem: string) => new ToolError('INVALID_PARAMS', { path, problem })

function readValue(type: string, value: string | readonly string[], path: string): unknown {
  const item = /^(.*)\[\]$/.exec(type)?.[1]
  if (item !== undefined) {
    if (typeof value === 'string') throw invalid(path, `is no list, expected ${type}`)
    return value.map((entry, index) => readValue(item, entry, `${path}/${index}`))
  }
  if (typeof value !== 'string') throw invalid(path, `is a list, expected ${type}`)
  if (type === 'address') {
    if (!isAddress(value, { strict: false })) throw invalid(path, 'is no address')
    return getAddress(value)
  }
  const bits = Number(/^uint(\d+)$/.exec(type)?.[1])
  if (!/^\d{1,78}$/.test(value) || BigInt(value) >= 2n ** BigInt(bits)) throw invalid(path, `is no ${type}`)
  return BigInt(value)
}
