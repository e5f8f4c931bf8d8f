import type { PermitRow, PermitState } from '../../../tools/safety/store/permit-rows.ts'
import type { LawMoment } from './law.ts'

const USED: readonly PermitState[] = ['committing', 'committed']

/** List the permits that were used up; of one that failed, what was signed for it tells. */
export function listUsed({ permits, sent }: Pick<LawMoment, 'permits' | 'sent'>): readonly PermitRow[] {
  const signed = new Set(sent().map(({ permitId }) => permitId))
  return permits().filter(({ permitId, state }) => USED.includes(state) || signed.has(permitId))
}
