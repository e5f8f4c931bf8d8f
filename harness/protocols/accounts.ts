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
