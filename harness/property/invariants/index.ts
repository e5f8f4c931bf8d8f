import type { RecordFinding } from '../../record/record.ts'
import { AUDIT_INTACT } from './audit-intact.ts'
import { BOOKS_HELD } from './books-held.ts'
import { COUNTED_SPEND } from './counted-spend.ts'
import { EXITS_AFTER_BREACH } from './exits-after-breach.ts'
import { followBlocks } from './follow-blocks.ts'
import { followExecuted } from './follow-executed.ts'
import { HALT_LATCH } from './halt-latch.ts'
import type { Law, LawMoment } from './law.ts'
import { listSent } from './list-sent.ts'
import { LIVE_AUTHORITY } from './live-authority.ts'
import { OBSERVED_COUNTED } from './observed-counted.ts'
import { OBSERVED_SPEND } from './observed-spend.ts'
import { ONE_CONSUMPTION } from './one-consumption.ts'
import { OPERATOR_TRANSACTIONS } from './operator-transactions.ts'
import { PERMIT_DEADLINE } from './permit-deadline.ts'
import { PERMIT_STATES } from './permit-states.ts'
import { PHASE_MATRIX } from './phase-matrix.ts'
import { PHASE_VOIDS_PERMITS } from './phase-voids-permits.ts'
import { READER_IS_OBSERVE } from './reader-is-observe.ts'
import { TERMINAL_PHASE } from './terminal-phase.ts'
import { UNTOLD_OUTCOME } from './untold-outcome.ts'

/** Every law; that what tools report is what the chain shows, the observer checks by itself. */
export const LAWS: readonly Law[] = [
  PHASE_MATRIX,
  PHASE_VOIDS_PERMITS,
  TERMINAL_PHASE,
  PERMIT_STATES,
  PERMIT_DEADLINE,
  ONE_CONSUMPTION,
  OBSERVED_SPEND,
  OBSERVED_COUNTED,
  COUNTED_SPEND,
  LIVE_AUTHORITY,
  UNTOLD_OUTCOME,
  OPERATOR_TRANSACTIONS,
  EXITS_AFTER_BREACH,
  BOOKS_HELD,
  READER_IS_OBSERVE,
  HALT_LATCH,
  AUDIT_INTACT,
]

type Check = ReturnType<Law['watch']>

/** What laws remember, each for itself; a law that is asked for again goes on. */
export type Past = (law: Law) => Check

/** Begin a past of which nothing is known. */
function beginPast(): Past {
  const begun = new Map<Law, Check>()
  return (law) => {
    const check = begun.get(law) ?? law.watch()
    begun.set(law, check)
    return check
  }
}

/** What outlives a store. */
interface Pasts {
  readonly agent: Past
  readonly chain: Past
  readonly blocks: ReturnType<typeof followBlocks>
  readonly executed: ReturnType<typeof followExecuted>
}

/** Begin to watch a chain, beside what is known of its agent on others. */
export const beginPasts = (agent: Past = beginPast()): Pasts => ({
  agent,
  chain: beginPast(),
  blocks: followBlocks(),
  executed: followExecuted(),
})

/** Watch one scenario over a store of which nothing is known; answers what each step broke. */
export function watchLaws(
  pasts: Pasts,
): (
  moment: Omit<LawMoment, 'permits' | 'sent' | 'blocks' | 'executed'>,
  step: { readonly index: number; readonly line: number; readonly title: string },
) => Promise<RecordFinding[]> {
  const store = beginPast()
  const watches = LAWS.map((law) => ({
    name: law.name,
    check: { ...pasts, store }[law.past ?? 'store'](law),
  }))
  return async (moment, { index, line, title }) => {
    let listed: ReturnType<LawMoment['permits']> | undefined
    const permits = () => {
      listed ??= moment.stage.session.store.listPermits()
      return listed
    }
    const signed = listSent({ ...moment, permits })
    const sent = () => signed
    const mined = pasts.blocks(moment)
    const blocks = () => mined
    const carriedOut = pasts.executed({ ...moment, sent, blocks })
    const executed = () => carriedOut
    // They only look, each at what it needs: what they ask of the chain goes together.
    const breaches = await Promise.all(
      watches.map(async ({ check }) => check({ ...moment, permits, sent, blocks, executed })),
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
