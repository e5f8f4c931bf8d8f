import { ToolError } from '../../core/errors.ts'

/** Tell whether a cause is the store's own failure: what SQLite throws. */
export const isStoreFailure = (cause: unknown): cause is Error =>
  cause instanceof Error && (cause as { code?: unknown }).code === 'ERR_SQLITE_ERROR'

/** Name the store in a denial that its failure causes; any other cause stays as it is. */
export const nameStoreFailure = (cause: unknown): unknown =>
  isStoreFailure(cause) ? new ToolError('STORE_FAILED', { reason: cause.message }, { cause }) : cause
