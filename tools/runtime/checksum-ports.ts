import type { Address } from 'viem'
import { checksumDigits } from '../core/checksums.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** What the owner configures by addresses. */
type Configured = Pick<RuntimePorts, 'policy' | 'book' | 'account' | 'operator'>

/**
 * Write the addresses that the owner configures with their checksums: whoever names one may leave that out, and rooms
 * compare some of them as they are written.
 *
 * @throws RangeError when one has another checksum than its own (EIP-55)
 */
export function checksumPorts<Ports extends Configured>(ports: Ports): Ports {
  const { policy, book, account, operator } = ports
  return { ...ports, ...withChecksums({ policy, book, account, operator }, '') }
}

/** Answers the value itself where nothing changes: much is prepared once a book. */
function withChecksums<T>(value: T, path: string): T {
  if (typeof value === 'string') return checksum(value, path) as T
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value)
  const written = members.map(([name, member]) => [name, withChecksums(member, `${path}/${name}`)] as const)
  if (written.every(([, member], at) => member === members[at]?.[1])) return value
  return (Array.isArray(value) ? written.map(([, member]) => member) : Object.fromEntries(written)) as T
}

function checksum(text: string, path: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return text
  const digits = text.slice(2)
  const address = checksumDigits(digits.toLowerCase()) as Address
  const hasNone = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (hasNone || text === address) return address
  throw new RangeError(`${path}: ${text} has another checksum than its own, expected ${address}`)
}
