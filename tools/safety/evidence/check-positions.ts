import { formatUnits } from 'viem'
import { ToolError } from '../../core/errors.ts'
import type { Position } from '../../core/position.ts'
import { EXITS } from '../policy/phases.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'

/** What positions are judged by. */
export type PositionEvidence = Pick<
  Evidence,
  'positions' | 'actionClass' | 'outflows' | 'allowanceGrowth' | 'decoded'
>

/**
 * Hold positions against the policy: below its least health only what raises it passes, whatever else it does, and what
 * does nothing but take allowances back; and while one cannot be read, only what brings in and gives nothing.
 *
 * @throws ToolError HEALTH_TOO_LOW, POSITION_UNREADABLE
 */
export function checkPositions(evidence: PositionEvidence, policy: SafetyPolicy): void {
  const { before, after } = evidence.positions
  const problem = before.problem ?? after.problem
  if (problem !== undefined && !onlyBringsIn(evidence)) {
    throw new ToolError('POSITION_UNREADABLE', { reason: problem })
  }
  for (const position of after.positions) {
    if (position.health >= policy.minHealth) continue
    const was = before.positions.find((known) => isSame(known, position))
    if (was?.health === position.health && onlyRevokes(evidence)) continue
    if (was === undefined || position.health <= was.health) {
      throw new ToolError('HEALTH_TOO_LOW', {
        protocol: position.protocol,
        found: describeHealth(position.health),
        expected: describeHealth(policy.minHealth),
      })
    }
  }
}

const isSame = (a: Position, b: Position) => a.protocol === b.protocol && a.key === b.key

const onlyBringsIn = ({ actionClass, outflows, allowanceGrowth, decoded }: PositionEvidence) =>
  EXITS.includes(actionClass) &&
  outflows.length === 0 &&
  allowanceGrowth.length === 0 &&
  decoded.leaves.every(({ pledges = [] }) => pledges.length === 0)

/** A switch that moves nothing is no revocation: it grants or takes back something else than an allowance. */
const onlyRevokes = ({ positions, outflows, allowanceGrowth, decoded }: PositionEvidence) =>
  [positions.changes, outflows, allowanceGrowth, decoded.undecodable].every(({ length }) => length === 0) &&
  decoded.leaves.length > 0 &&
  decoded.leaves.every(
    ({ approvals, pledges = [] }) =>
      pledges.length === 0 &&
      approvals.length > 0 &&
      approvals.every(({ amountBaseUnits }) => amountBaseUnits === 0n),
  )

const describeHealth = (health: bigint) => formatUnits(health, 18)
