/**
 * A harness process to be killed by tests: starts a guardian, says its pid and waits.
 *
 * node guardian-owner.ts <state directory> <mode>, where the mode is one of
 * plain, worker (guardian of a worker thread), stray (its entry in the ledger is gone)
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createRunDirectory } from '../../harness/chain/process-ledger.ts'
import { createGuardianHost } from '../../harness/guardian/guardian-host.ts'

const [stateDir = '', mode = ''] = isMainThread ? process.argv.slice(2) : (workerData as string[])

const start = async () => {
  const directory = createRunDirectory(stateDir).path
  const { pid } = await createGuardianHost({ directory, ledgerDirectory: directory, stateDir }).get()
  return pid
}

if (!isMainThread) {
  parentPort?.postMessage(await start())
} else {
  const pid =
    mode === 'worker'
      ? await new Promise<number>((resolve) => {
          new Worker(new URL(import.meta.url), { workerData: [stateDir, 'plain'] }).once('message', resolve)
        })
      : await start()
  if (mode === 'stray') rmSync(join(stateDir, 'processes'), { recursive: true })
  process.stdout.write(`${pid}\n`)
  process.stdin.once('data', () => process.exit(0))
}
