import type { Address, Hex } from 'viem'
import type { AddressBook } from './address-book.ts'
import type { ViewQuery } from './chain.ts'
import type { Protocol } from './protocol.ts'

/** Keys under which a reader shows what an account may have. */
export interface ListedKeys {
  readonly keys: readonly Hex[]
  /** Why there may be more. */
  readonly missing?: string
}

/** How a contract lists what any account may have in it, as its reader numbers positions. */
export interface PositionIndex {
  ask(target: Address, account: Address): readonly ViewQuery[]
  /** Read what the views of a target answered, in their order; undefined where one did not. */
  read(answers: readonly (Hex | undefined)[], target: Address): ListedKeys
}

/** A contract of a chain in which accounts have positions that a reader shows; which reader, their cage says. */
export interface PositionSource {
  readonly protocol: string
  readonly target: Address
  /** Absent where the contract lists nobody's positions. */
  readonly index?: PositionIndex
  /** Set where all positions of an account have one health together. */
  readonly sharesHealth?: true
}

/** Collect the contracts whose positions readers show on the book's chain, each reader's first. */
export function collectPositionSources(
  protocols: readonly Protocol[],
  book: AddressBook,
): readonly PositionSource[] {
  return protocols.flatMap(({ id, base, cage = {}, indexes = {}, sharesHealth }): PositionSource[] => {
    const addresses: Readonly<Record<string, Address>> = base.find(book) ?? {}
    const byReader = new Map<string, PositionSource>()
    for (const [name, access] of Object.entries(cage)) {
      const code = 'reader' in access ? access.reader : undefined
      // One contract reads several targets where it is created for each.
      const reader = code && [code.contract, ...code.args].join()
      const target = addresses[name]
      if (reader === undefined || target === undefined || byReader.has(reader)) continue
      const index = indexes[name]
      byReader.set(reader, {
        protocol: id,
        target,
        ...(index ? { index } : {}),
        ...(sharesHealth ? { sharesHealth } : {}),
      })
    }
    return [...byReader.values()]
  })
}
