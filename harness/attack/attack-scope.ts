import type { Address } from 'viem'
import type { Fork } from '../chain/fork.ts'
import { createReadClient } from '../chain/viem-client.ts'
import type { Stage } from '../stage/stage.ts'
import type { AttackScope } from '../vocabulary/attack.ts'
import { ACTORS } from '../world/actors.ts'
import { DEFAULT_POLICY_CHOICES } from '../world/safety-policy.ts'

/** Say where an attack takes place. */
export const createAttackScope = ({ book, cage }: Stage, fork: Fork): AttackScope => ({
  book,
  cage,
  client: createReadClient(fork.rpc, book.chainId),
  recipient: ACTORS.recipient.address,
  attacker: ACTORS.attacker.address,
  slippageBps: DEFAULT_POLICY_CHOICES.maxToleranceBps,
  token(symbol): Address {
    const found = book.tokens.find((candidate) => candidate.symbol === symbol)
    if (found === undefined) throw new Error(`no ${symbol} here`)
    return found.address
  },
})
