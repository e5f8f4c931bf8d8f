import type { Address, PublicClient } from 'viem'
import { readContract } from 'viem/actions'
import { parseEventLogs } from '../../../tools/core/event-logs.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { openWithin } from '../../chain/open-within.ts'
import type { Law } from './law.ts'

const abi = policyCageAbi

/** `Idle` and `Exit` among the cage's effects. */
const HARMLESS = [0, 1]

/** Without prices a drawdown cannot be told, and the cage allows exits only. */
const UNTOLD_BPS = 10_000n

/** In a breach of the drawdown the cage carries out exits only, and nothing else leads into one. */
export const EXITS_AFTER_BREACH: Law = {
  name: 'law.exits-after-breach',
  invariants: ['I30', 'I34'],
  watch:
    () =>
    async ({ stage, client, executed }) => {
      for (const { receipt, block } of await executed()) {
        const effects = parseEventLogs({ abi, eventName: 'Executed', logs: receipt.logs }).map(
          ({ args }) => args.effect,
        )
        if (effects.every((effect) => HARMLESS.includes(effect))) continue
        // What its block did behind it, as to a feed, is not its doing.
        const behind = await openWithin(client, block, receipt.transactionIndex + 1)
        const { maxBps, bps } = (behind && (await readDrawdown(behind, stage.cage))) ?? {}
        if (maxBps !== undefined && bps !== undefined && bps > BigInt(maxBps)) {
          return {
            expected: `exits only at a drawdown above ${maxBps} bps`,
            found: `${effects} at ${bps} bps`,
          }
        }
      }
      return undefined
    },
}

async function readDrawdown(client: PublicClient, address: Address) {
  const cage = { address, abi } as const
  const [{ maxDrawdownBps }, bps] = await Promise.all([
    readContract(client, { ...cage, functionName: 'policy' }),
    readContract(client, { ...cage, functionName: 'drawdownBps' }).catch(() => UNTOLD_BPS),
  ])
  return { maxBps: maxDrawdownBps, bps }
}
