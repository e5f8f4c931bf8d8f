import type { ClockReading } from '../store/clocks.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import { assertAlive } from './permit.ts'
import type { Settler } from './settlement.ts'

/**
 * Check that a pending permit is alive; one that is not ends as expired.
 *
 * @throws ToolError PERMIT_EXPIRED
 */
export function assertUnexpired(
  row: PermitRow,
  now: ClockReading,
  { settler }: { readonly settler: Pick<Settler, 'end'> },
): void {
  try {
    assertAlive(row, now)
  } catch (error) {
    settler.end(row.permitId, 'pending', 'expired')
    throw error
  }
}
