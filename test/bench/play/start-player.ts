import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PlayAnswer, PlayRequest } from './serve-plays.ts'

/** A process that plays something whenever it is asked to. */
export interface Player<Request = number, Result = unknown> {
  /** What it said when it had opened. */
  readonly opened: unknown
  play(request: Request): Promise<Result>
  stop(): Promise<void>
}

/** Lines of a failed process' output that are shown. */
const SHOWN_LINES = 12

/**
 * Start a process that serves plays, so that no variant shares a heap, compiled code or a core's event loop with another.
 *
 * @throws Error with the end of its output, when it cannot open or ends early
 */
export async function startPlayer<Request = number, Result = unknown>(
  module: URL,
  options: unknown,
): Promise<Player<Request, Result>> {
  const child = fork(fileURLToPath(module), {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  let said = ''
  const listen = (data: Buffer) => {
    said = (said + data).split('\n').slice(-SHOWN_LINES).join('\n')
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const closed = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ask = (message: PlayRequest) =>
    new Promise<unknown>((resolve, reject) => {
      const onClose = () => reject(new Error(`${module.pathname} ended: ${said}`))
      child.once('exit', onClose)
      child.once('message', (answer: PlayAnswer) => {
        child.off('exit', onClose)
        if ('failed' in answer) reject(new Error(answer.failed))
        else resolve(answer.done)
      })
      child.send(message as never)
    })
  const stop = async () => {
    if (child.connected) child.disconnect()
    await closed
  }
  const opened = await ask({ open: options }).catch(async (cause: unknown) => {
    await stop()
    throw cause
  })
  return { opened, play: async (request) => (await ask({ play: request })) as Result, stop }
}
