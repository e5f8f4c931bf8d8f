import type { Actor } from './actors.ts'

/** Owners of the contract accounts of scenarios: accounts 11 to 13 of the actors' mnemonic. They hold nothing and send nothing. */
export const ACCOUNT_OWNERS: readonly [Actor, Actor, Actor] = [
  {
    address: '0x71bE63f3384f5fb98995898A86B02Fb2426c5788',
    privateKey: '0x701b615bbdfb9de65240bc28bd21bbc0d996645a3dd57e7b12bc2bdf6f192c82',
  },
  {
    address: '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a',
    privateKey: '0xa267530f49f8280200edf313ee7af6b827f2a8bce2897751d06a843f644967b1',
  },
  {
    address: '0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec',
    privateKey: '0x47c99abed3324a2707c28affff1267e45918ec8c3f20b8aa892e8b065d2942dd',
  },
]

/** How many of {@link ACCOUNT_OWNERS} have to sign. */
export const ACCOUNT_THRESHOLD = 2
