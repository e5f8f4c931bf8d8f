import type { Address, Hex } from 'viem'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { ACTORS } from '../world/actors.ts'
import type { Ground } from './ground.ts'
import { type FeedAnswer, feedAbi } from './model-feed.ts'

/** The model feeds of the world. */
export interface Feeds {
  /** Set answers, each in the feed's own units; with an age the feeds stay as old as that, until they answer without one. */
  set(answers: readonly FeedAnswer[], ageSeconds?: number): Promise<void>
  /** Publish the same answers again, as a heartbeat does; the transactions are mined with the next block. */
  refresh(atSeconds: bigint): Promise<void>
}

/** Create the feeds of a stage. */
export function createFeeds({ chain: { fork, book }, client, sender }: Ground): Feeds {
  const frozen = new Set<Address>()
  const publish = (feed: Address, answer: bigint, updatedAtSeconds: bigint) =>
    sender.send(ACTORS.deployer.address, {
      to: feed,
      data: encodeFunctionData({
        abi: feedAbi,
        functionName: 'setAnswer',
        args: [answer, updatedAtSeconds],
      }),
    })
  return {
    async set(answers, ageSeconds) {
      const updatedAt = fork.headTimestampSeconds() + 1n - BigInt(ageSeconds ?? 0)
      const hashes: Hex[] = []
      for (const { feed, answer } of answers) {
        if (ageSeconds === undefined) frozen.delete(feed)
        else frozen.add(feed)
        hashes.push(await publish(feed, answer, updatedAt))
      }
      await sender.settle(hashes, 'setting a price')
    },
    async refresh(atSeconds) {
      const live = book.tokens
        .flatMap((token) => [token.feed, token.secondaryFeed])
        .flatMap((feed) => (feed?.isModel && !frozen.has(feed.address) ? [feed.address] : []))
      const answers = await client.multicall({
        allowFailure: false,
        contracts: live.map((address) => ({ address, abi: feedAbi, functionName: 'latestAnswer' as const })),
        ...(book.multicall ? { multicallAddress: book.multicall } : {}),
      })
      // One after the other: the order of a block is that in which its transactions came.
      for (const [index, address] of live.entries()) await publish(address, answers[index] ?? 0n, atSeconds)
    },
  }
}
