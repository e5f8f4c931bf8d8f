import { type Address, numberToHex } from 'viem'
import type { AnswerLies, LyingRpc } from '../chain/lying-rpc.ts'
import { findBalanceSlot } from './find-balance-slot.ts'
import type { Ground } from './ground.ts'
import { type FeedAnswer, feedAbi, slotOfRound } from './model-feed.ts'

/** Lets the agent's node show what is not so. */
export interface Lies {
  /** Let it show other answers of model feeds than the chain has. */
  aboutFeeds(answers: readonly FeedAnswer[]): Promise<void>
  /** Let it go on showing the code that is there now. */
  aboutCode(address: Address): Promise<void>
  /** Let it show another balance of the account than the chain has. */
  aboutBalance(token: Address, amountBaseUnits: bigint): Promise<void>
  /** Let it lie in its answers. */
  inAnswers(lies: AnswerLies): void
}

/** Create the lies of the agent's node; what is true is read over the oracle's connection. */
export const createLies = ({ chain, client, options }: Ground, node: LyingRpc): Lies => ({
  async aboutFeeds(answers) {
    for (const { feed, answer } of answers) {
      const round = await client.readContract({ address: feed, abi: feedAbi, functionName: 'latestRound' })
      node.lieAbout(feed, {
        stateDiff: { [slotOfRound(round)]: numberToHex(answer, { size: 32, signed: true }) },
      })
    }
  },
  async aboutCode(address) {
    const code = await client.getCode({ address })
    node.lieAbout(address, { code: code ?? '0x' })
  },
  async aboutBalance(token, amountBaseUnits) {
    const slot = await findBalanceSlot(chain.oracleRpc, token, options.cage)
    node.lieAbout(token, { stateDiff: { [slot]: numberToHex(amountBaseUnits, { size: 32 }) } })
  },
  inAnswers: node.lie,
})
