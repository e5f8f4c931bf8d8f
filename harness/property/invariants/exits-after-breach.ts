import type { Address, Hex, PublicClient } from 'viem'
import { decodeFunctionResult } from '../../../tools/core/decode-function-result.ts'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { parseEventLogs } from '../../../tools/core/event-logs.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { openWithin } from '../../chain/open-within.ts'
import type { Law } from './law.ts'

const abi = policyCageAbi

const POLICY = encodeFunctionData({ abi, functionName: 'policy' })
const DRAWDOWN = encodeFunctionData({ abi, functionName: 'drawdownBps' })

/** `Idle` and `Exit` among the cage's effects. */
const HARMLESS = [0, 1]

/** Without prices a drawdown cannot be told, and the cage allows exits only. */
const UNTOLD_BPS = 10_000n

/** In a breach of the drawdown, and while it is paused, the cage carries out exits only, and nothing else leads into a breach. */
export const EXITS_AFTER_BREACH: Law = {
  name: 'law.exits-after-breach',
  invariants: ['I30', 'I34', 'I48'],
  watch:
    () =>
    async ({ stage, client, executed }) => {
      for (const { receipt, block } of await executed()) {
        const effects = parseEventLogs({ abi, eventName: 'Executed', logs: receipt.logs }).map(
          ({ args }) => args.effect,
        )
        if (effects.every((effect) => HARMLESS.includes(effect))) continue
        // What its block did behind it, as to a feed, is not its doing.
        const [behind] = (await openWithin(client, block, receipt.transactionIndex + 1)) ?? []
        if (behind === undefined) continue
        const { maxBps, bps, isPaused } = await readDrawdown(behind, stage.cage)
        if (isPaused) return { expected: 'exits only of a paused cage', found: `${effects}` }
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

async function readDrawdown(client: PublicClient, cage: Address) {
  const ask = async (data: Hex) => (await client.call({ to: cage, data })).data ?? '0x'
  const [policy, drawdown] = await Promise.all([ask(POLICY), ask(DRAWDOWN).catch(() => undefined)])
  const { maxDrawdownBps, paused } = decodeFunctionResult({ abi, functionName: 'policy', data: policy })
  const bps = drawdown && decodeFunctionResult({ abi, functionName: 'drawdownBps', data: drawdown })
  return { maxBps: maxDrawdownBps, bps: bps ?? UNTOLD_BPS, isPaused: paused }
}
