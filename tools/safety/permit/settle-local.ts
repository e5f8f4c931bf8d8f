import type { LocalPlan } from '../../core/plan.ts'
import type { LocalCustody } from '../custody/local-custody.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import type { Settler } from './settlement.ts'

/** Settle a permit that was used up off the chain by what its port has of it, whatever it answered. */
export function settleLocal(
  row: PermitRow,
  plan: LocalPlan,
  { local, settler }: { readonly local: Pick<LocalCustody, 'readReceipt'>; readonly settler: Settler },
): 'committed' | 'failed' {
  const receipt = local.readReceipt(plan, row.permitId)
  return settler.settle(row, receipt ? { kind: 'kept', receipt } : { kind: 'not-kept' })
}
