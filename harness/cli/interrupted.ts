import { constants } from 'node:os'
import { EXIT_CODES } from './exit-codes.ts'
import type { CliIo } from './io.ts'

/** A person or the system asked the command to end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`)
    this.signal = signal
  }

  /** 128 and the number of the signal, as shells say it: 130 for Ctrl-C. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal]
  }
}

/** What interrupted a command, if anything did. */
export const interruptionOf = ({ reason }: AbortSignal): Interrupted | undefined =>
  reason instanceof Interrupted ? reason : undefined

/** End a command that lasts until Ctrl-C; answers its exit code. Any other signal interrupts it, as it does every command. */
export function endLasting({ signal, progress }: Pick<CliIo, 'signal' | 'progress'>): number {
  const interrupted = interruptionOf(signal)
  if (interrupted === undefined || interrupted.signal === 'SIGINT') return EXIT_CODES.pass
  progress(interrupted.message)
  return interrupted.exitCode
}

/**
 * Wait for something that cannot be cut short, unless the command is interrupted first.
 *
 * @throws Interrupted
 */
export async function unlessInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // It goes on, and nobody waits for what it comes to.
  work.catch(() => undefined)
  signal.throwIfAborted()
  const cut = Promise.withResolvers<never>()
  const onAbort = () => cut.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, cut.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
