import type { Address } from 'viem'
import type { AddressBook } from './address-book.ts'
import type { Protocol } from './protocol.ts'
import type { KnownSignature } from './signature-reader.ts'

/**
 * Collect the signature readers of protocols, with their verifiers on the book's chain.
 *
 * @throws RangeError when two protocols read the same type
 */
export function collectSignatures(
  protocols: readonly Protocol[],
  book: AddressBook,
): readonly KnownSignature[] {
  const readBy = new Map<string, string>()
  return protocols.flatMap(({ id, base, signatures = [] }) =>
    signatures.map((reader): KnownSignature => {
      const { type, verifier } = reader
      const other = readBy.get(type)
      if (other) throw new RangeError(`${id} and ${other} both read ${type}: one of them has to give way`)
      readBy.set(type, id)
      if (typeof verifier === 'string') return { ...reader, verifier }
      const addresses: Readonly<Record<string, Address>> = base.find(book) ?? {}
      return { ...reader, verifier: addresses[verifier.contract] }
    }),
  )
}
