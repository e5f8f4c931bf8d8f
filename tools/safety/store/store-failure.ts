import { ToolError } from '../../core/errors.ts'

/** Tell whether a cause is the store's own failure: what SQLite throws. */
export const isStoreFailure = (cause: unknown): cause is Error =>
  cause instanceof Error && (cause as { code?: unknown }).code === 'ERR_SQLITE_ERROR'

/** Name the store in a denial that its failure causes; any other cause stays as it is. */
export const nameStoreFailure = (cause: unknown): unknown =>
  isStoreFailure(cause) ? new ToolError('STORE_FAILED', { reason: cause.message }, { cause }) : cause

/** Have every function of a room name the store in what it throws, at once or later, where that is the store's failure. */
export const nameStoreFailures = <Room extends object>(room: Room): Room =>
  Object.fromEntries(
    Object.entries(room).map(([name, member]) => [
      name,
      typeof member === 'function' ? naming(member) : member,
    ]),
  ) as Room

const rethrow = (cause: unknown): never => {
  throw nameStoreFailure(cause)
}

const naming =
  (body: (...args: unknown[]) => unknown) =>
  (...args: unknown[]): unknown => {
    try {
      const answer = body(...args)
      return answer instanceof Promise ? answer.catch(rethrow) : answer
    } catch (cause) {
      return rethrow(cause)
    }
  }
