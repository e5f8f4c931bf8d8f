import type { Address } from 'viem'
import type { ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { Grant, GrantKeeper } from '../../core/grant-keeper.ts'
import { createGrantSet } from '../../core/grant-set.ts'
import { inTime } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { CONFIRMATIONS } from '../evidence/confirmations.ts'
import { splitBlocks } from '../evidence/log-parts.ts'
import type { SafetyPolicy } from '../policy/policy.ts'

/** Who was ever approved by account or operator, by what one provider shows of the chain's own log. */
export interface ApprovalLog {
  /**
   * Read on, to a head, for a minute at most. What was read stays read, but for what is not final.
   *
   * @throws ToolError CHAIN_TIMEOUT when the minute is over, and for a part that is not answered, CHAIN_READ_FAILED: nothing
   * after it is known
   */
  readTo(headNumber: bigint): Promise<void>
  list(): readonly Grant[]
}

/** Longest time for reading on at once: a provider may show a head without an end, and other ways wait for this one. */
const READING_TIMEOUT_MS = 60_000

/** Create the log over one provider; it is read in parts that the provider answers, from the account's first block on. */
export function createApprovalLog(deps: {
  readonly chain: Pick<ChainReader, 'getLogs'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly policy: Pick<SafetyPolicy, 'logs'>
  readonly grants: readonly Pick<GrantKeeper, 'readLog'>[]
  readonly account: Address
  readonly operator: Address
}): ApprovalLog {
  const { chain, clock, grants, account, operator } = deps
  const { firstBlock, maxBlocks } = deps.policy.logs
  const owners = isAddressEqual(account, operator) ? [account] : [account, operator]
  const found = createGrantSet()
  let nextBlock = firstBlock

  return {
    list: found.list,
    async readTo(headNumber) {
      if (headNumber < firstBlock) {
        throw new Error(`the provider is at block ${headNumber}, the account began at ${firstBlock}`)
      }
      let isOver = false
      const cancel = clock.setTimer(READING_TIMEOUT_MS, () => {
        isOver = true
      })
      try {
        for (const part of splitBlocks({ fromBlock: nextBlock, toBlock: headNumber }, maxBlocks)) {
          const subject = `the approvals of blocks ${part.fromBlock} to ${part.toBlock}`
          if (isOver) throw new ToolError('CHAIN_TIMEOUT', { subject, expected: READING_TIMEOUT_MS })
          const asked = Promise.all(grants.map((keeper) => keeper.readLog(chain, { owners, ...part })))
          for (const grant of (await inTime(clock, asked, subject)).flat()) found.add(grant)
          const final = headNumber - BigInt(CONFIRMATIONS)
          const read = part.toBlock < final ? part.toBlock : final
          if (read >= nextBlock) nextBlock = read + 1n
        }
      } finally {
        cancel()
      }
    },
  }
}
