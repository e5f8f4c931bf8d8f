import pico from 'picocolors'
import { toHarnessError } from '../../harness/cli/describe-error.ts'
import { main } from '../../harness/cli/main.ts'
import type { CommandOutcome } from './command.ts'

/** Run the command line in this process: for what it says, where it is not about processes, pipes and signals. */
export async function runHere(
  args: readonly string[],
  signal = new AbortController().signal,
): Promise<CommandOutcome> {
  let [stdout, stderr] = ['', '']
  const colors = pico.createColors(false)
  const code = await main(args, {
    print(line) {
      stdout += `${line}\n`
    },
    progress(line) {
      stderr += `${line}\n`
    },
    writeError(text) {
      stderr += text
    },
    complain(cause) {
      const { code: name, message } = toHarnessError(cause)
      stderr += `error ${name}: ${message}\n`
    },
    tryWrite(write) {
      write()
      return true
    },
    colors,
    errorColors: colors,
    isTty: false,
    isOutputTty: false,
    columns: 100,
    signal,
    finish: async (exitCode) => exitCode,
  })
  return { code, signal: null, stdout, stderr }
}
