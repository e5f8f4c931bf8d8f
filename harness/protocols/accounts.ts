import type { AddressBook } from '../../tools/core/address-book.ts'
import type { OwnerAccountRule } from '../../tools/safety/policy/policy.ts'
import { HarnessError } from '../errors.ts'
import { TESTBEDS } from './generated/testbeds.ts'
import type { TestbedAccount } from './testbed-account.ts'

/** Protocols whose accounts can operate a cage, or own one. */
export const ACCOUNT_PROTOCOLS: readonly string[] = Object.entries(TESTBEDS).flatMap(([id, { account }]) =>
  account ? [id] : [],
)

/**
 * Find the contract accounts of a protocol.
 *
 * @throws HarnessError SCENARIO_INVALID when it has none
 */
export function findAccount(protocol: string): TestbedAccount {
  const account = Object.hasOwn(TESTBEDS, protocol) ? TESTBEDS[protocol]?.account : undefined
  if (account !== undefined) return account
  throw new HarnessError('SCENARIO_INVALID', `"${protocol}" is no protocol of contract accounts`, {
    expected: `one of ${ACCOUNT_PROTOCOLS.join(', ')}`,
    found: protocol,
    hint: 'name one of these, or give the testbed of the protocol an `account`',
  })
}

/** What the owner lists for an account of a protocol that acts for itself; undefined where it does not. */
export function listForOwner(protocol: string, book: AddressBook): OwnerAccountRule | undefined {
  const listed = findAccount(protocol).lists?.(book)
  if (listed === undefined) return undefined
  const modules = Object.values(TESTBEDS).flatMap((testbed) => testbed.ownerModules?.(book) ?? [])
  return { protocol, ...listed, modules: [...listed.modules, ...modules] }
}
