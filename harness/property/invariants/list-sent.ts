import type { Hex } from 'viem'
import type { PermitState, SignedTransaction } from '../../../tools/safety/store/permit-rows.ts'
import type { LawMoment } from './law.ts'

/** States of which a permit's transaction may be in a block, whatever the stack knows of it. */
const SENT: readonly PermitState[] = ['committing', 'committed', 'failed']

/** A transaction that was signed for a permit, and may be mined. */
export interface Sent extends Pick<SignedTransaction, 'hash' | 'kind'> {
  readonly permitId: Hex
}

/** List what may be mined by what a store keeps of it. */
export const listSent = ({ stage, permits }: Pick<LawMoment, 'stage' | 'permits'>): readonly Sent[] =>
  permits()
    .filter(({ state }) => SENT.includes(state))
    .flatMap(({ permitId }) =>
      stage.session.store.listTransactions(permitId).map(({ hash, kind }) => ({ permitId, hash, kind })),
    )
