import type { Block, PublicClient } from 'viem'
import { KEPT_STATES } from './fork-control.ts'

/** A block with its transactions. */
export type MinedBlock = Block<bigint, true, 'latest'>

/**
 * Open the states within a block, each right behind so many of its transactions: clients whose calls see it, whatever else
 * the block did; undefined where the node keeps them no longer.
 */
export async function openWithin<const Behind extends readonly number[]>(
  client: PublicClient,
  block: MinedBlock,
  ...behind: Behind
): Promise<{ readonly [At in keyof Behind]: PublicClient } | undefined> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const before = block.number - 1n
  if (head - before >= KEPT_STATES) return undefined
  const open = (count: number): PublicClient => {
    const at = count === 0 ? before : count === block.transactions.length ? block.number : undefined
    const call: PublicClient['call'] =
      at === undefined
        ? replayed(client, block, count)
        : (asked) => client.call({ ...asked, blockNumber: at } as never)
    return { ...client, call }
  }
  return behind.map(open) as { readonly [At in keyof Behind]: PublicClient }
}

/** Replay a block until behind so many transactions, and call then. */
const replayed =
  (
    client: PublicClient,
    { number, timestamp, transactions }: MinedBlock,
    behind: number,
  ): PublicClient['call'] =>
  async ({ to, data }) => {
    const mined = transactions
      .slice(0, behind)
      .map(({ from, to: callee, input, value, gas }) => ({ from, to: callee, data: input, value, gas }))
    const [replay] = await client.simulateBlocks({
      blockNumber: number - 1n,
      blocks: [{ blockOverrides: { time: timestamp }, calls: [...mined, { to, data } as never] }],
    })
    const answer = replay?.calls.at(-1)
    if (answer?.status !== 'success') throw answer?.error ?? new Error('the replay of a block gave no answer')
    return { data: answer.data }
  }
