import pico from 'picocolors'
import { makeVisible } from '../../reports/text/make-visible.ts'
import { HarnessError } from '../errors.ts'
import { toHarnessError } from './describe-error.ts'
import { canRedraw, findColumns } from './describe-terminal.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { Interrupted } from './interrupted.ts'
import type { CliIo } from './io.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const VERDICTS: Readonly<Record<number, string>> = {
  [EXIT_CODES.pass]: 'passed',
  [EXIT_CODES.findings]: 'failed',
  [EXIT_CODES.broken]: 'broken',
}

/** The command line's side of this process: its output, its signals, and what nothing else caught. */
export interface ProcessIo extends CliIo {
  /** Wait until everything is written; answers the exit code, which is `broken` when something could not be. */
  finish(exitCode: number): Promise<number>
}

/**
 * End at once, by the signal itself. An exit would first end the threads, and one that loads modules meanwhile takes the
 * process down with a native trace.
 */
function endBy({ signal, exitCode }: Interrupted): void {
  process.emit('exit', exitCode)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

/** Exit codes from here on name the signal that ended a process. */
const SIGNAL_CODES = 128

/** Node's exit code of a process that has nothing left to do while a module still loads. */
const UNSETTLED = 13

/** A module that people wrote can end the process, with a code that would say what no command came to. */
function describeEarlyEnd(code: number): HarnessError {
  const [, caller] = /process\.exit\b.*\n\s+at (.*)/.exec(new Error().stack ?? '') ?? []
  return new HarnessError('BAD_USAGE', 'the command was ended before it was done', {
    ...(caller === undefined ? {} : { where: caller }),
    expected: 'modules that it loads to leave its end to it',
    found: code === UNSETTLED ? 'one that waits for what never comes' : `an exit with code ${code}`,
    hint: 'correct the property, reporter or plugin that does so; nothing says what the command would have come to',
  })
}

/** Take over output, signals and uncaught errors of this process. */
export function createIo(): ProcessIo {
  const controller = new AbortController()
  const interrupt = (signal: NodeJS.Signals) => {
    const interrupted = new Interrupted(signal)
    if (controller.signal.aborted) endBy(interrupted)
    controller.abort(interrupted)
    process.stderr.write('\nstopping; press Ctrl-C again to stop at once\n')
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  process.on('SIGQUIT', (signal) => process.exit(new Interrupted(signal).exitCode))
  // The launcher: without it nobody waits for this process any more.
  process.once('disconnect', () => interrupt('SIGHUP'))

  let isWhole = true
  const onOutputError = (channel: 'stdout' | 'stderr') => (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) ends a command quietly, as SIGPIPE does.
    if (error.code === 'EPIPE') process.exit(new Interrupted('SIGPIPE').exitCode)
    if (isWhole && channel === 'stdout') complain(Object.assign(error, { path: 'stdout' }))
    isWhole = false
  }
  process.stdout.on('error', onOutputError('stdout'))
  process.stderr.on('error', onOutputError('stderr'))

  const errorColors = pico.createColors(pico.isColorSupported && process.stderr.isTTY === true)
  const complain = (cause: unknown) => {
    const { code, message } = toHarnessError(cause)
    // What it quotes may be of whoever wrote a file.
    process.stderr.write(`${errorColors.red('error')} ${code}: ${makeVisible(message)}\n`)
  }
  let isEnding = false
  const end = (cause: unknown) => {
    isEnding = true
    complain(cause)
    process.exit(EXIT_CODES.broken)
  }
  process.on('exit', (code) => {
    // A signal says by itself that this is no end.
    if (isEnding || code >= SIGNAL_CODES) return
    complain(describeEarlyEnd(code))
    process.exitCode = EXIT_CODES.broken
  })
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)

  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    progress: (line) => void process.stderr.write(`${line}\n`),
    writeError: (text) => void process.stderr.write(text),
    complain,
    tryWrite(write) {
      try {
        write()
        return true
      } catch (cause) {
        isWhole = false
        complain(cause)
        return false
      }
    },
    colors: pico.createColors(pico.isColorSupported && process.stdout.isTTY === true),
    errorColors,
    isTty: canRedraw(process.stderr, process.env),
    isOutputTty: process.stdout.isTTY ?? false,
    columns: findColumns(process),
    signal: controller.signal,
    async finish(exitCode) {
      await Promise.all([process.stdout, process.stderr].map(flush))
      isEnding = true
      if (isWhole) return exitCode
      const verdict = VERDICTS[exitCode]
      if (verdict !== undefined) {
        process.stderr.write(`verdict: ${verdict}; not everything could be written\n`)
        await flush(process.stderr)
      }
      return EXIT_CODES.broken
    },
  }
}

/** A pipe takes what was printed piece by piece; an exit before that would cut it off. */
const flush = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => {
    if (stream.destroyed) resolve()
    else stream.write('', () => setImmediate(resolve))
  })
