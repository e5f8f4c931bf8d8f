import type { Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import { within } from '../../core/within.ts'
import type { GuardianDemand } from '../evidence/hot-lane.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { type Guardian, type GuardianAnswer, type GuardianRequest, isGuardianSignature } from './guardian.ts'

/** Longest time for a guardian's answer, however long its client would wait. */
const ANSWER_TIMEOUT_MS = 5_000

/**
 * Let the guardian sign the exact bytes; silence is never consent.
 *
 * It counts what it signs, whatever becomes of it, and cannot be told to forget: it is asked once nothing else is left
 * that may deny.
 *
 * @param demand - what leaves, and how much may leave without its signature
 * @throws ToolError GUARDIAN_REQUIRED, GUARDIAN_UNREACHABLE, GUARDIAN_REFUSED
 */
export async function askGuardian(
  request: GuardianRequest,
  demand: GuardianDemand,
  deps: {
    readonly guardian?: Guardian | undefined
    readonly policy: Pick<SafetyPolicy, 'guardian'>
    readonly clock: Pick<Clock, 'setTimer'>
  },
): Promise<Hex> {
  const { guardian, policy, clock } = deps
  if (guardian === undefined || policy.guardian === undefined) {
    throw new ToolError('GUARDIAN_REQUIRED', { ...demand })
  }
  const tooLate = () => new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)
  let answer: GuardianAnswer
  try {
    answer = await within(clock, ANSWER_TIMEOUT_MS, guardian.review(request), tooLate)
  } catch (cause) {
    throw new ToolError('GUARDIAN_UNREACHABLE', { reason: describeCause(cause) }, { cause })
  }
  if ('refused' in answer) throw new ToolError('GUARDIAN_REFUSED', { reason: answer.refused })
  if (isGuardianSignature(request, answer.signature, policy.guardian)) return answer.signature
  throw new ToolError('GUARDIAN_REFUSED', { reason: 'its signature does not cover these bytes' })
}
