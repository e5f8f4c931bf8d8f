import { ToolError } from '../../core/errors.ts'
import { ALLOW, type Hook } from './hook.ts'

/** Allow at most N write attempts in any window of the policy's length; failed attempts count. */
export const rateLimiterHook: Hook = {
  name: 'rate-limiter',
  check({ attempts, policy }) {
    const { maxCalls, windowSeconds } = policy.rateLimit
    if (attempts > maxCalls) {
      throw new ToolError('RATE_LIMITED', { found: attempts, expected: maxCalls, windowSeconds })
    }
    return ALLOW
  },
}
