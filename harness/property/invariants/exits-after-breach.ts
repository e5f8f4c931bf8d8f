import type { Address, PublicClient } from 'viem'
import { parseEventLogs } from '../../../tools/core/event-logs.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { KEPT_STATES } from '../../chain/fork-control.ts'
import type { Executed } from './follow-executed.ts'
import type { Law } from './law.ts'

const abi = policyCageAbi

/** `Idle` and `Exit` among the cage's effects. */
const HARMLESS = [0, 1]

/** Without prices a drawdown cannot be told, and the cage allows exits only. */
const UNTOLD_BPS = 10_000n

interface Drawdown {
  readonly maxBps: number
  readonly bps: bigint
}

/** In a breach of the drawdown the cage carries out exits only, and nothing else leads into one. */
export const EXITS_AFTER_BREACH: Law = {
  name: 'law.exits-after-breach',
  invariants: ['I30', 'I34'],
  watch:
    () =>
    async ({ stage, client, executed }) => {
      for (const { receipt } of await executed()) {
        const effects = parseEventLogs({ abi, eventName: 'Executed', logs: receipt.logs }).map(
          ({ args }) => args.effect,
        )
        if (effects.every((effect) => HARMLESS.includes(effect))) continue
        const drawdown = await readDrawdown(receipt, stage.cage, client)
        if (drawdown === undefined) continue
        const { maxBps, bps } = drawdown
        if (bps > BigInt(maxBps)) {
          return {
            expected: `exits only at a drawdown above ${maxBps} bps`,
            found: `${effects} at ${bps} bps`,
          }
        }
      }
      return undefined
    },
}

/**
 * Read what stood right behind a transaction: what its block did after it, as to a feed, is not its doing. Undefined where
 * the node no longer has the state, as when one step mined many blocks.
 */
async function readDrawdown(
  { blockNumber, transactionIndex }: Executed['receipt'],
  address: Address,
  client: PublicClient,
): Promise<Drawdown | undefined> {
  const [head, count] = await Promise.all([
    client.getBlockNumber({ cacheTime: 0 }),
    client.getBlockTransactionCount({ blockNumber }),
  ])
  // With the state of the block before it, on which a replay begins.
  if (head - blockNumber + 2n > BigInt(KEPT_STATES)) return undefined
  const cage = { address, abi, blockNumber } as const
  const [policy, bps] = await Promise.all([
    client.readContract({ ...cage, functionName: 'policy' }),
    client.readContract({ ...cage, functionName: 'drawdownBps' }).catch(() => UNTOLD_BPS),
  ])
  return transactionIndex === count - 1
    ? { maxBps: policy.maxDrawdownBps, bps }
    : await replayDrawdown(blockNumber, transactionIndex, address, client)
}

/** Replay a block until a transaction, and read what stands then. */
async function replayDrawdown(
  blockNumber: bigint,
  transactionIndex: number,
  address: Address,
  client: PublicClient,
): Promise<Drawdown> {
  const block = await client.getBlock({ blockNumber, includeTransactions: true })
  const mined = block.transactions.slice(0, transactionIndex + 1)
  const read = { to: address, abi } as const
  const [replayed] = await client.simulateBlocks({
    blockNumber: blockNumber - 1n,
    blocks: [
      {
        blockOverrides: { time: block.timestamp },
        calls: [
          ...mined.map(({ from, to, input, value, gas }) => ({ from, to, data: input, value, gas })),
          { ...read, functionName: 'policy' },
          { ...read, functionName: 'drawdownBps' },
        ],
      },
    ],
  })
  const [policy, drawdown] = replayed?.calls.slice(mined.length) ?? []
  return {
    maxBps: (policy?.result as { maxDrawdownBps: number }).maxDrawdownBps,
    bps: drawdown?.status === 'success' ? (drawdown.result as bigint) : UNTOLD_BPS,
  }
}
