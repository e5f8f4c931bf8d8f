import { ToolError } from '../../core/errors.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import type { Assessment } from './assess-action.ts'

/**
 * Check that what was assessed is what was permitted, at the nonces and within the fee that were.
 *
 * @throws ToolError PERMIT_NONCE_USED, SIMULATION_HASH_MISMATCH, PERMIT_FEE_EXCEEDED
 */
export function assertAsPermitted(row: PermitRow, { body, evidence, simulationHash }: Assessment): void {
  const { permitId } = row
  if (evidence.nonce !== row.nonce) {
    throw new ToolError('PERMIT_NONCE_USED', { permitId, expected: row.nonce, found: evidence.nonce })
  }
  if (body.operatorNonce !== undefined && body.operatorNonce !== evidence.operatorNonce) {
    const [expected, found] = [body.operatorNonce, evidence.operatorNonce]
    throw new ToolError('PERMIT_NONCE_USED', { permitId, expected, found })
  }
  if (simulationHash !== row.simulationHash) {
    const [expected, found] = [row.simulationHash, simulationHash]
    throw new ToolError('SIMULATION_HASH_MISMATCH', { permitId, expected, found })
  }
  const { headBaseFeeWei } = evidence
  if (body.plan.kind !== 'signature' && body.maxFeePerGasWei < headBaseFeeWei) {
    const [expected, found] = [body.maxFeePerGasWei, headBaseFeeWei]
    throw new ToolError('PERMIT_FEE_EXCEEDED', { permitId, expected, found })
  }
}
