import { type Address, isAddressEqual, parseAbiItem } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { inTime } from '../../core/in-time.ts'
import { splitBlocks } from '../evidence/log-parts.ts'
import { CONFIRMATIONS } from '../evidence/second-provider.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { Pair } from './halt-report.ts'
import { createPairSet } from './pair-set.ts'

/** Who was ever approved by account or operator, by what one provider shows of the chain's own log. */
export interface ApprovalLog {
  /**
   * Read on, to a head. What was read stays read, but for what is not final.
   *
   * @throws ToolError CHAIN_TIMEOUT, CHAIN_READ_FAILED for a part that is not answered: nothing after it is known
   */
  readTo(headNumber: bigint): Promise<void>
  listErc20(): readonly Pair[]
  listPermit2(): readonly Pair[]
}

const approval = parseAbiItem('event Approval(address indexed owner, address indexed spender, uint256 value)')
const permit2Approval = parseAbiItem(
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
)
const permit2Permit = parseAbiItem(
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
)

/** Create the log over one provider; it is read in parts that the provider answers, from the account's first block on. */
export function createApprovalLog(deps: {
  readonly chain: Pick<ChainReader, 'getLogs'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly policy: Pick<SafetyPolicy, 'logs'>
  readonly book: AddressBook
  readonly account: Address
  readonly operator: Address
}): ApprovalLog {
  const { chain, clock, book, account, operator } = deps
  const { firstBlock, maxBlocks } = deps.policy.logs
  const owner = isAddressEqual(account, operator) ? [account] : [account, operator]
  const permit2 = book.protocols.permit2?.permit2
  const erc20 = createPairSet()
  const inPermit2 = createPairSet()
  let nextBlock = firstBlock

  const readPermit2 = async (part: { fromBlock: bigint; toBlock: bigint }) => {
    if (permit2 === undefined) return []
    const filter = { address: permit2, args: { owner }, strict: true, ...part } as const
    const [approvals, permits] = await Promise.all([
      chain.getLogs({ event: permit2Approval, ...filter }),
      chain.getLogs({ event: permit2Permit, ...filter }),
    ])
    return [...approvals, ...permits]
  }

  return {
    listErc20: erc20.list,
    listPermit2: inPermit2.list,
    async readTo(headNumber) {
      if (headNumber < firstBlock) {
        throw new Error(`the provider is at block ${headNumber}, the account began at ${firstBlock}`)
      }
      for (const part of splitBlocks({ fromBlock: nextBlock, toBlock: headNumber }, maxBlocks)) {
        const asked = Promise.all([
          chain.getLogs({ event: approval, args: { owner }, strict: true, ...part }),
          readPermit2(part),
        ])
        const subject = `the approvals of blocks ${part.fromBlock} to ${part.toBlock}`
        const [approvals, granted] = await inTime(clock, asked, subject)
        for (const { address, args } of approvals) erc20.add({ token: address, ...args })
        for (const { args } of granted) inPermit2.add(args)
        const final = headNumber - BigInt(CONFIRMATIONS)
        const read = part.toBlock < final ? part.toBlock : final
        if (read >= nextBlock) nextBlock = read + 1n
      }
    },
  }
}
