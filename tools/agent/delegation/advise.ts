import type { Json } from '../../core/json.ts'
import type { PermitPreview } from '../../safety/permit/describe-permit.ts'
import { EXITS } from '../../safety/policy/phases.ts'
import { isAtLeast } from '../../safety/policy/risk-class.ts'
import type { Advice } from '../committed.ts'
import type { ArchetypeSession } from './session.ts'

/**
 * Says what speaks against an action, in a session of safety-guardian. By default it reads what the safety layer says of
 * itself; a session of a model may take its place.
 */
export type Advise = (session: ArchetypeSession, preview: PermitPreview) => Promise<Omit<Advice, 'by'>>

/** What `safety_check_status` says that advice goes by. */
interface Status {
  readonly phase: string
  readonly isHalted: boolean
  readonly spending: { readonly remainingInWindow: unknown }
  readonly openPermits: readonly { readonly permitId: string }[]
}

/** Advise by what the safety layer says of itself. @throws ToolError when it cannot be read */
export const adviseByReading: Advise = async ({ agent }, { permitId, actionClass, riskClass }) => {
  // No model asks here: nothing of a tick's budget goes for it.
  const { data } = await agent.stack.read('safety_check_status', {})
  const { phase, isHalted, spending, openPermits } = data as Json & Status
  const isExit = actionClass !== undefined && EXITS.includes(actionClass)
  const others = openPermits.filter((permit) => permit.permitId !== permitId).length
  const remarks = [
    ...(isHalted ? ['the halt latch is set'] : []),
    ...(phase !== 'thriving' && !isExit
      ? [`it takes risk (${actionClass ?? 'unknown class'}) in phase ${phase}`]
      : []),
    ...(isAtLeast(riskClass, 'high') && !isExit ? [`its risk is ${riskClass ?? 'not rated'}`] : []),
    ...(spending.remainingInWindow === null ? ['nobody can say what remains of the spending limits'] : []),
    ...(others > 0 ? [`${others} other permits are open`] : []),
  ]
  return { verdict: remarks.length === 0 ? 'nothing-against' : 'caution', remarks }
}
