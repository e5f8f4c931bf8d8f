import { ToolError } from '../../core/errors.ts'
import { type ActionClass, EXITS } from '../policy/phases.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { isAtLeast, type RiskClass } from '../policy/risk-class.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { PermitRow } from '../store/permit-rows.ts'

/** What decides whether an action is announced. */
interface Rated {
  readonly riskClass: RiskClass | undefined
  readonly actionClass: ActionClass
}

/** What is left of a permit once it has waited: a block that shows it, and one in which the action is included. */
const COMMIT_MARGIN_SECONDS = 24

/** What a wait has to be shorter than for a permit that lives so long, in seconds; not above zero where nothing can wait. */
export const waitsBelowSeconds = (permitTtlSeconds: number): number =>
  permitTtlSeconds - COMMIT_MARGIN_SECONDS

/**
 * Check that what is announced can still be committed once it has waited.
 *
 * @throws RangeError with the longest wait that permits leave
 */
export function assertAnnouncement({
  announce,
  permitTtlSeconds,
}: Pick<SafetyPolicy, 'announce' | 'permitTtlSeconds'>): void {
  if (announce === undefined) return
  const { waitSeconds } = announce
  const mostSeconds = waitsBelowSeconds(permitTtlSeconds)
  if (waitSeconds >= 0 && waitSeconds < mostSeconds) return
  throw new RangeError(
    `policy.announce.waitSeconds: expected less than ${mostSeconds} (permits live ${permitTtlSeconds} s, ${COMMIT_MARGIN_SECONDS} s are left to commit in), found ${waitSeconds}`,
  )
}

/** Seconds for which an action waits; nothing keeps an account in a position. */
export function waitOf(
  { riskClass, actionClass }: Rated,
  { announce }: Pick<SafetyPolicy, 'announce'>,
): number {
  if (announce === undefined || EXITS.includes(actionClass)) return 0
  return isAtLeast(riskClass, announce.from) ? announce.waitSeconds : 0
}

/**
 * Check that an announced action has waited, by both clocks: a restriction lapses only when both say so.
 *
 * @throws ToolError PERMIT_ANNOUNCED with the seconds that are left
 */
export function assertWaited(
  {
    permitId,
    issuedWallMs,
    issuedChainSeconds,
  }: Pick<PermitRow, 'permitId' | 'issuedWallMs' | 'issuedChainSeconds'>,
  rated: Rated,
  now: ClockReading,
  { policy }: { readonly policy: Pick<SafetyPolicy, 'announce'> },
): void {
  const waitSeconds = waitOf(rated, policy)
  if (waitSeconds === 0) return
  const byWall = Math.ceil((issuedWallMs + waitSeconds * 1_000 - now.wallMs) / 1_000)
  const byChain = issuedChainSeconds + waitSeconds - now.chainSeconds
  const remaining = Math.max(byWall, byChain)
  if (remaining <= 0) return
  throw new ToolError('PERMIT_ANNOUNCED', { permitId, riskClass: rated.riskClass ?? 'not rated', remaining })
}
