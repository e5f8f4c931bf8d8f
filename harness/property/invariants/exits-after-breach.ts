import { parseEventLogs } from '../../../tools/core/event-logs.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import type { Law } from './law.ts'

const abi = policyCageAbi

/** `Idle` and `Exit` among the cage's effects. */
const HARMLESS = [0, 1]

/** In a breach of the drawdown the cage carries out exits only, and nothing else leads into one. */
export const EXITS_AFTER_BREACH: Law = {
  name: 'law.exits-after-breach',
  invariants: ['I30', 'I34'],
  watch:
    () =>
    async ({ stage, client, executed }) => {
      const logs = (await executed()).flatMap(({ receipt }) => receipt.logs)
      const effects = parseEventLogs({ abi, eventName: 'Executed', logs }).map(({ args }) => args.effect)
      if (effects.every((effect) => HARMLESS.includes(effect))) return undefined
      const cage = { address: stage.cage, abi } as const
      const [{ maxDrawdownBps }, drawdownBps] = await Promise.all([
        client.readContract({ ...cage, functionName: 'policy' }),
        // Without prices it cannot be told, and the cage allows exits only.
        client.readContract({ ...cage, functionName: 'drawdownBps' }).catch(() => 10_000n),
      ])
      return drawdownBps > BigInt(maxDrawdownBps)
        ? {
            expected: `exits only at a drawdown above ${maxDrawdownBps} bps`,
            found: `${effects} at ${drawdownBps} bps`,
          }
        : undefined
    },
}
