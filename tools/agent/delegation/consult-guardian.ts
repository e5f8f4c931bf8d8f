import type { Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { toToolError } from '../../core/runner.ts'
import { within } from '../../core/within.ts'
import type { PermitPreview } from '../../safety/permit/describe-permit.ts'
import { EXITS } from '../../safety/policy/phases.ts'
import type { Safety } from '../../safety/safety.ts'
import { SAFETY_GUARDIAN } from '../archetype.ts'
import type { Advice } from '../committed.ts'
import type { Advise } from './advise.ts'
import type { ArchetypeSession } from './session.ts'

/** Longest time for advice; an action does not wait for more. */
const ADVICE_TIMEOUT_MS = 20_000

/**
 * Ask safety-guardian about a permit that is about to be committed. What it says allows nothing. Where it cannot be asked,
 * exits go on, and nothing else does.
 *
 * Undefined where there is no such permit: then the commit says so.
 *
 * @throws ToolError GUARDIAN_NOT_CONSULTED
 */
export async function consultGuardian(
  session: ArchetypeSession,
  permitId: Hex,
  deps: {
    readonly safety: Pick<Safety, 'describePermit'>
    readonly events: EventBus
    readonly clock: Pick<Clock, 'setTimer'>
    readonly advise: Advise
  },
): Promise<Advice | undefined> {
  const preview = deps.safety.describePermit(permitId)
  if (preview === undefined) return undefined
  const by = `${session.path}/${SAFETY_GUARDIAN}`
  const advice = await ask(session, preview, deps).catch((cause) => goOnWithout(preview, cause))
  const { verdict, remarks } = advice
  deps.events.emit({ kind: 'delegation:advice', path: by, permit_id: permitId, verdict, remarks })
  return { by, verdict, remarks: [...remarks] }
}

async function ask(
  session: ArchetypeSession,
  preview: PermitPreview,
  { clock, advise }: { readonly clock: Pick<Clock, 'setTimer'>; readonly advise: Advise },
) {
  const guardian = session.delegate({ to: SAFETY_GUARDIAN })
  return within(clock, ADVICE_TIMEOUT_MS, advise(guardian, preview), () =>
    refuse(preview.permitId, `no advice within ${ADVICE_TIMEOUT_MS} ms`),
  )
}

const refuse = (permitId: Hex, reason: string) =>
  new ToolError('GUARDIAN_NOT_CONSULTED', { permitId, reason })

/** Nobody's silence keeps an account in a position. */
function goOnWithout({ permitId, actionClass }: PermitPreview, cause: unknown): Omit<Advice, 'by'> {
  const reason = toToolError(SAFETY_GUARDIAN, cause).shortMessage
  if (actionClass === undefined || !EXITS.includes(actionClass)) throw refuse(permitId, reason)
  return { verdict: 'caution', remarks: [`safety-guardian could not be asked: ${reason}`] }
}
