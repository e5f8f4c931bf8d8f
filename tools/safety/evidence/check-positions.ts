import { formatUnits } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { countFigure, NOTE_NOTHING, type NoteFigure } from '../../core/figure.ts'
import type { Position } from '../../core/position.ts'
import { EXITS } from '../policy/phases.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'

type Key = Pick<Position, 'protocol' | 'key'>

/** What positions are judged by. */
export type PositionEvidence = Pick<
  Evidence,
  'positions' | 'unreadAssets' | 'actionClass' | 'outflows' | 'allowanceGrowth' | 'decoded'
>

/**
 * Hold positions against the policy: while one is below its least health, only what lowers none of these and raises one
 * passes, whatever else it does, and what does nothing but take allowances back; and while one cannot be read, only what
 * brings in and gives nothing; while an asset gives no balance, only exits and what takes allowances back. The cage asks
 * the same (Judging).
 *
 * @throws ToolError HEALTH_TOO_LOW, POSITION_UNREADABLE, BALANCE_UNREADABLE
 */
export function checkPositions(
  evidence: PositionEvidence,
  policy: SafetyPolicy,
  note: NoteFigure = NOTE_NOTHING,
): void {
  const { before, after } = evidence.positions
  const problem = before.problem ?? after.problem
  if (problem !== undefined && !onlyBringsIn(evidence)) {
    throw new ToolError('POSITION_UNREADABLE', { reason: problem })
  }
  const [unread] = evidence.unreadAssets
  if (unread !== undefined && !EXITS.includes(evidence.actionClass) && !onlyRevokes(evidence)) {
    throw new ToolError('BALANCE_UNREADABLE', { token: findAsset(policy, unread)?.symbol ?? unread })
  }
  for (const { protocol, health } of after.positions) {
    if (health === NOTHING_OWED) continue
    const figure = countFigure(`health of ${protocol}`, health, '', { least: policy.minHealth })
    note({ ...figure, decimals: HEALTH_DECIMALS })
  }
  const low = after.positions.filter(({ health }) => health < policy.minHealth)
  const fallen = low.find(({ health, ...position }) => {
    const was = before.positions.find((known) => isSame(known, position))
    return was === undefined || health < was.health
  })
  const wasRaised = (was: Position) => {
    const now = after.positions.find((position) => isSame(was, position))
    if (now !== undefined) return now.health > was.health
    // What has ended needs nothing any more, but several positions may share one health.
    return low.every(({ protocol, health }) => protocol !== was.protocol || health !== was.health)
  }
  const raises = before.positions.some((was) => was.health < policy.minHealth && wasRaised(was))
  const refused = fallen ?? (raises || onlyRevokes(evidence) ? undefined : low[0])
  if (refused === undefined) return
  throw new ToolError('HEALTH_TOO_LOW', {
    protocol: refused.protocol,
    found: describeHealth(refused.health),
    expected: describeHealth(policy.minHealth),
  })
}

const isSame = (a: Key, b: Key) => a.protocol === b.protocol && a.key === b.key

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

const HEALTH_DECIMALS = 18

/** The health of what owes nothing. */
const NOTHING_OWED = 2n ** 256n - 1n

const describeHealth = (health: bigint) => formatUnits(health, HEALTH_DECIMALS)
