/**
 * A process to be ended by tests: runs a command of two sleepers, one in a session of its own, says when it has begun and waits.
 *
 * node command-host.ts <seconds> <how it ends by itself once it reads a line: exit, throw, handled (a signal, by a handler that exits)>
 */
import { createLocalExec } from '../../bin/workspace/local-exec.ts'

const [seconds = '', mode = ''] = process.argv.slice(2)
if (mode === 'handled') process.on('SIGTERM', () => setImmediate(() => process.exit(0)))
const args = ['-c', `setsid sleep ${seconds} & echo begun; sleep ${seconds}; :`]
void createLocalExec(process.cwd()).run(
  { program: 'bash', args },
  ({ bytes }) => void process.stdout.write(bytes),
  new AbortController().signal,
)
process.stdin.once('data', () => {
  if (mode === 'throw') throw new Error('uncaught, on purpose')
  process.exit(0)
})
