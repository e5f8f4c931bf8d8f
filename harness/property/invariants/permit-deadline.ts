import type { Hex } from 'viem'
import type { ClockReading } from '../../../tools/safety/store/clocks.ts'
import type { PermitRow } from '../../../tools/safety/store/permit-rows.ts'
import type { Law } from './law.ts'
import { listUsed } from './list-used.ts'

/** Whether a permit had ended, by either clock. */
const isOver = (
  { issuedWallMs, issuedChainSeconds, ttlSeconds }: PermitRow,
  { wallMs, chainSeconds }: ClockReading,
): boolean => wallMs >= issuedWallMs + ttlSeconds * 1_000 || chainSeconds >= issuedChainSeconds + ttlSeconds

/** What a permit allows is mined before the permit ends, and only if it was used while it was alive. */
export const PERMIT_DEADLINE: Law = {
  name: 'law.permit-deadline',
  invariants: ['I14', 'I20'],
  watch() {
    const used = new Set<Hex>()
    let before: ClockReading | undefined
    return async (moment) => {
      const { stage, headSeconds, executed } = moment
      const begun = before
      before = { wallMs: stage.clock.wallMs(), chainSeconds: Number(headSeconds) }
      const fresh = listUsed(moment).filter(({ permitId }) => !used.has(permitId))
      for (const { permitId } of fresh) used.add(permitId)
      // When in a step one was used nobody tells: what had ended before the step was used too late.
      const late = fresh.find((row) => begun !== undefined && isOver(row, begun))
      if (late) return { expected: `${late.permitId} used before it ended`, found: 'used afterwards' }
      for (const { permitId, block } of await executed()) {
        const row = stage.session.store.findPermit(permitId)
        if (row === undefined) continue
        const minedAt = Number(block.timestamp)
        const lastSecond = row.issuedChainSeconds + row.ttlSeconds
        if (minedAt > lastSecond) return { expected: `mined by ${lastSecond}`, found: `mined at ${minedAt}` }
      }
      return undefined
    }
  },
}
