import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'

/** A line that a guardian process reads from its standard input: who it is and what it guards from now on. */
export interface GuardianSetup {
  /** Stands here only: never among the arguments or in the environment of a process. */
  readonly privateKey: Hex
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly account: Address
  readonly operator: Address
  /** Socket of the node that it reads by itself. */
  readonly nodePath: string
  /** File in which it keeps what it signed; one that is there already is gone on with. */
  readonly ledgerPath: string
  /** Whether it looks at the cage by a timer of its own; without, it looks when it is asked to. */
  readonly looksByItself?: boolean
}

/** What it says on its standard output: that it listens, and after each set-up whether that holds. */
export type GuardianStatus = { readonly ready: true } | { readonly failed: string }

const BIGINT = /^-?\d+n$/

/** Write a message as one line; bigint members become "123n". */
export const encodeMessage = (message: GuardianSetup | GuardianStatus): string =>
  `${JSON.stringify(message, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}\n`

/** Read a message back. */
export const decodeMessage = <T>(line: string): T =>
  JSON.parse(line, (_, value) =>
    typeof value === 'string' && BIGINT.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as T
