import { HarnessError } from '../errors.ts'
import type { Environment } from '../stage/environment.ts'

/** Find the failure of the harness behind an error, if that is what it is; a stack that gets stuck is a finding. */
export async function findFailure(error: unknown, environment: Environment): Promise<unknown> {
  const seen = new Set<Error>()
  // What people throw may be its own cause.
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause)
    if (cause instanceof HarnessError) return cause.code === 'ANSWER_UNBOUNDED' ? undefined : cause
  }
  try {
    await environment.assertAlive('failed')
  } catch (cause) {
    return cause
  }
}
