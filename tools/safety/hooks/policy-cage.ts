import { ToolError } from '../../core/errors.ts'
import { readCageRejection } from '../evidence/cage-rejection.ts'
import { checkPositions } from '../evidence/check-positions.ts'
import { ALLOW, type Hook } from './hook.ts'

/**
 * Ask the on-chain PolicyCage before gas is spent: its verdict is read from the simulated transaction.
 *
 * A revert of the called protocol is not the cage's business; the simulator judges that.
 */
export const policyCageHook: Hook = {
  name: 'policy-cage',
  check({ plan, evidence, policy }) {
    // Of what the operator signs the cage stops nothing, so a pause has to stop it here.
    if (plan.kind === 'signature') {
      if (evidence.isPaused !== false) throw new ToolError('CAGE_PAUSED', {})
      checkPositions(evidence, policy)
      return ALLOW
    }
    const simulated = evidence.simulation?.calls[0]
    if (simulated === undefined) {
      throw new ToolError('CAGE_UNVERIFIABLE', { reason: evidence.simulationProblem ?? 'no simulation' })
    }
    if (!simulated.ok) {
      const rejection = readCageRejection(simulated.returnData, policy)
      if (rejection) throw rejection
    }
    // What the owner changes of the cage moves no position.
    if (plan.route !== 'owner') checkPositions(evidence, policy)
    return ALLOW
  },
}
