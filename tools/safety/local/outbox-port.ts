import type { Hex } from 'viem'
import type { LocalPort } from '../../core/local-port.ts'
import type { LocalValues } from '../../core/plan.ts'
import { type ReplaceDeps, type Replacement, replaceTransaction } from '../permit/press-nonce.ts'
import type { SafetyStore } from '../store/store.ts'
import { createKeepingPort, noteDone, type PortOperation } from './keeping-port.ts'

/**
 * Create the outbox: what waits to be sent. Beyond entries that it keeps for others to sign, its operation `replace`
 * puts another transaction at the nonce of one of the operator's that is not mined: the same call at a higher fee
 * (`raise`), or nothing at all (`cancel`).
 */
export function createOutboxPort(deps: ReplaceDeps & { readonly store: SafetyStore }): LocalPort {
  const { store } = deps
  const replace: PortOperation = {
    async carryOut({ permitId, params }) {
      const replaced = params.permitId as Hex
      const kind = params.kind as 'raise' | 'cancel'
      const note = ({ hash, nonce, maxFeePerGasWei, priorityFeeWei }: Replacement) =>
        noteDone(
          store,
          { port: 'outbox', permitId, operation: 'replace' },
          {
            permitId: replaced,
            kind,
            nonce,
            hash,
            maxFeePerGasWei: maxFeePerGasWei.toString(),
            priorityFeeWei: priorityFeeWei.toString(),
          },
        )
      await replaceTransaction(replaced, kind, note, deps)
    },
    tell(noted: LocalValues) {
      const signed = store.listTransactions(noted.permitId as Hex)
      return signed.some(({ hash, kind }) => hash === noted.hash && kind === noted.kind) ? noted : undefined
    },
  }
  return createKeepingPort('outbox', store, { replace })
}
