import type { Address, PublicClient } from 'viem'
import type { AddressBook } from '../../../../tools/core/address-book.ts'
import type { AccountFacts } from './read-account.ts'

/** Where the model reads its facts: a client that the stack does not know, and what it looks at. */
export interface FactSource {
  readonly client: PublicClient
  readonly book: AddressBook
  readonly cage: Address
  readonly readAccount: () => Promise<AccountFacts>
}
