import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Call } from '../../tools/core/plan.ts'
import type { OwnerAccountRule } from '../../tools/safety/policy/policy.ts'
import type { ForkControl } from '../chain/fork-control.ts'

/** An account that is to be made. */
export interface AccountTerms {
  readonly book: AddressBook
  /** Sends the transaction that creates it. */
  readonly deployer: Address
  readonly owners: readonly Address[]
  /** How many of the owners have to sign. */
  readonly threshold: number
  /** Equal salts give equal addresses. */
  readonly salt: bigint
}

/** A call of a bundle. */
export interface BundledCall extends Call {
  /** Whether the target's code runs in the account's place. */
  readonly delegated: boolean
}

/** The contract accounts of a protocol, as scenarios make and attack them. */
export interface TestbedAccount {
  /** Code with which a commit ends when too few owners sign. */
  readonly tooFewSigned: string
  /** Create an account. @throws HarnessError DEPLOY_FAILED */
  create(chain: Pick<ForkControl, 'rpc' | 'mine'>, terms: AccountTerms): Promise<Address>
  /** Encode the call data by which an account makes several calls at once, forbidden ones among them. */
  bundle(calls: readonly BundledCall[]): Hex
  /** What its owners list as modules and guards, where accounts act for themselves. */
  lists?(book: AddressBook): Pick<OwnerAccountRule, 'modules' | 'guards'>
}
