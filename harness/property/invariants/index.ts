import type { RecordFinding } from '../../record/record.ts'
import { AUDIT_INTACT } from './audit-intact.ts'
import { BOOKS_HELD } from './books-held.ts'
import { COUNTED_SPEND } from './counted-spend.ts'
import { EXITS_AFTER_BREACH } from './exits-after-breach.ts'
import { followExecuted } from './follow-executed.ts'
import { HALT_LATCH } from './halt-latch.ts'
import type { Law, LawMoment } from './law.ts'
import { OBSERVED_SPEND } from './observed-spend.ts'
import { ONE_CONSUMPTION } from './one-consumption.ts'
import { OPERATOR_TRANSACTIONS } from './operator-transactions.ts'
import { PERMIT_DEADLINE } from './permit-deadline.ts'
import { PERMIT_STATES } from './permit-states.ts'
import { PHASE_MATRIX } from './phase-matrix.ts'
import { READER_IS_OBSERVE } from './reader-is-observe.ts'
import { TERMINAL_PHASE } from './terminal-phase.ts'

/** Every law; that what tools report is what the chain shows, the observer checks by itself. */
const LAWS: readonly Law[] = [
  PHASE_MATRIX,
  TERMINAL_PHASE,
  PERMIT_STATES,
  PERMIT_DEADLINE,
  ONE_CONSUMPTION,
  OBSERVED_SPEND,
  COUNTED_SPEND,
  OPERATOR_TRANSACTIONS,
  EXITS_AFTER_BREACH,
  BOOKS_HELD,
  READER_IS_OBSERVE,
  HALT_LATCH,
  AUDIT_INTACT,
]

/** Watch one scenario; answers what each step broke. */
export function watchLaws(): (
  moment: Omit<LawMoment, 'permits' | 'executed'>,
  step: { readonly index: number; readonly line: number; readonly title: string },
) => Promise<RecordFinding[]> {
  const follow = followExecuted()
  const watches = LAWS.map(({ name, watch }) => ({ name, check: watch() }))
  return async (moment, { index, line, title }) => {
    let listed: ReturnType<LawMoment['permits']> | undefined
    const permits = () => {
      listed ??= moment.stage.session.store.listPermits()
      return listed
    }
    const carriedOut = follow({ ...moment, permits })
    const executed = () => carriedOut
    // They only look, each at what it needs: what they ask of the chain goes together.
    const breaches = await Promise.all(
      watches.map(async ({ check }) => check({ ...moment, permits, executed })),
    )
    return breaches.flatMap((breach, at): RecordFinding[] => {
      const { name } = watches[at] as (typeof watches)[number]
      if (breach === undefined) return []
      const { expected, found } = breach
      const message = `${title}: expected ${expected}, found ${found}`
      return [{ law: name, message, expected, found, step: index, line }]
    })
  }
}
