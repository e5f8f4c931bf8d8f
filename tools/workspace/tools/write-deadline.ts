import { workspaceError } from '../workspace-errors.ts'
import { type CallOptions, type WorkspaceToolOptions, withDeadline } from '../workspace-tool.ts'

/**
 * Carry out a call that writes one file and has a time limit. Cut short, it tells whether nothing was changed or that is not
 * known.
 *
 * @throws ToolError CALL_TIMED_OUT, CALL_STOPPED, WRITE_UNCERTAIN, or what the body throws
 */
export function withWriteDeadline<T>(
  options: WorkspaceToolOptions,
  { path, timeoutMs }: { readonly path: string; readonly timeoutMs: number },
  call: CallOptions,
  body: (signal: AbortSignal, write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  let isBegun = false
  const uncertain = () => workspaceError('WRITE_UNCERTAIN', { path: JSON.stringify(path) })
  return withDeadline(
    options,
    {
      timeoutMs,
      late: () => (isBegun ? uncertain() : workspaceError('CALL_TIMED_OUT', { expected: timeoutMs })),
      stopped: () => (isBegun ? uncertain() : workspaceError('CALL_STOPPED', {})),
    },
    call,
    (signal) =>
      body(signal, async (bytes) => {
        signal.throwIfAborted()
        isBegun = true
        await options.backend.file.writeFile(path, bytes, signal)
      }),
  )
}
