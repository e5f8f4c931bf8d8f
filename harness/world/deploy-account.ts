import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { findAccount } from '../protocols/accounts.ts'
import { ACCOUNT_OWNERS, ACCOUNT_THRESHOLD } from './account-owners.ts'
import { ACTORS } from './actors.ts'
import type { FixtureChain } from './mine-all.ts'

/**
 * Create an account of a protocol for {@link ACCOUNT_OWNERS}; equal salts give equal addresses.
 *
 * @throws HarnessError SCENARIO_INVALID, DEPLOY_FAILED
 */
export const deployAccount = (
  chain: FixtureChain,
  book: AddressBook,
  protocol: string,
  salt: bigint,
): Promise<Address> =>
  findAccount(protocol).create(chain, {
    book,
    deployer: ACTORS.deployer.address,
    owners: ACCOUNT_OWNERS.map(({ address }) => address),
    threshold: ACCOUNT_THRESHOLD,
    salt,
  })
