import { ToolError } from '../../core/errors.ts'
import { countFigure, NOTE_NOTHING } from '../../core/figure.ts'
import { ALLOW, type Hook } from './hook.ts'

/** Allow at most N write attempts in any window of the policy's length, and in a tick; failed attempts count. */
export const rateLimiterHook: Hook = {
  name: 'rate-limiter',
  check({ attempts, attemptsInTick, policy }, note = NOTE_NOTHING) {
    const { maxCalls, windowSeconds, perTick } = policy.rateLimit
    note(countFigure(`attempts in ${windowSeconds} s`, attempts, 'calls', { most: maxCalls }))
    if (perTick !== undefined)
      note(countFigure('attempts in the tick', attemptsInTick, 'calls', { most: perTick }))
    if (attempts > maxCalls) {
      throw new ToolError('RATE_LIMITED', {
        found: attempts,
        expected: maxCalls,
        span: `${windowSeconds} s`,
      })
    }
    if (perTick !== undefined && attemptsInTick > perTick) {
      throw new ToolError('RATE_LIMITED', { found: attemptsInTick, expected: perTick, span: 'this tick' })
    }
    return ALLOW
  },
}
