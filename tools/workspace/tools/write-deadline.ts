import { createMutex, type Mutex } from '../../core/mutex.ts'
import type { ToolBackend } from '../backend.ts'
import { workspaceError } from '../workspace-errors.ts'
import { type CallOptions, type WorkspaceToolOptions, withDeadline } from '../workspace-tool.ts'

/** What is written through each backend, by whichever tool, comes one after another: an edit may not undo what came meanwhile. */
const mutexes = new WeakMap<ToolBackend, Mutex>()

/** Do it in its turn, and for no longer than its signal lets it: one that hangs holds up nobody after it. */
function inTurn<T>(backend: ToolBackend, signal: AbortSignal, body: () => Promise<T>): Promise<T> {
  const mutex = mutexes.get(backend) ?? createMutex()
  mutexes.set(backend, mutex)
  const { promise: cut, reject } = Promise.withResolvers<never>()
  return mutex(() => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    return Promise.race([body(), cut])
  })
}

/**
 * Carry out a call that writes one file, in its turn and within a time limit. Cut short, it tells whether nothing was changed
 * or that is not known.
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
      inTurn(options.backend, signal, () =>
        body(signal, async (bytes) => {
          signal.throwIfAborted()
          isBegun = true
          await options.backend.file.writeFile(path, bytes, signal)
        }),
      ),
  )
}
