import { ToolError } from './errors.ts'

/** Say in one line why something failed. */
export const describeCause = (cause: unknown): string =>
  cause instanceof ToolError ? cause.shortMessage : cause instanceof Error ? cause.message : String(cause)
