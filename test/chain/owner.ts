/**
 * A harness process to be killed by tests: starts an anvil in the state directory, says its pid and waits.
 *
 * node owner.ts <state directory> <mode>, where the mode is one of
 * plain, cleanup (handlers installed), late (handlers installed after the anvil), worker (anvil of a worker thread, handlers installed),
 * stray (killed before the ledger was written), throw (an uncaught exception), exit (process.exit)
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startAnvil } from '../../harness/chain/anvil.ts'
import { findBinary } from '../../harness/chain/binaries.ts'
import { installCleanup } from '../../harness/chain/install-cleanup.ts'
import { createRunDirectory } from '../../harness/chain/process-ledger.ts'

const [stateDir = '', mode = ''] = isMainThread ? process.argv.slice(2) : (workerData as string[])

const start = async () => {
  const directory = createRunDirectory(stateDir).path
  const anvil = await startAnvil({ binary: findBinary('anvil'), directory, name: 'anvil', parameters: {} })
  return anvil.pid
}

if (!isMainThread) {
  parentPort?.postMessage(await start())
} else {
  if (!['plain', 'stray', 'late'].includes(mode)) installCleanup(stateDir)
  const pid =
    mode === 'worker'
      ? await new Promise<number>((resolve) => {
          new Worker(new URL(import.meta.url), { workerData: [stateDir, 'plain'] }).once('message', resolve)
        })
      : await start()
  if (mode === 'late') installCleanup(stateDir)
  if (mode === 'stray') rmSync(join(stateDir, 'processes'), { recursive: true })
  process.stdout.write(`${pid}\n`)
  process.stdin.once('data', () => {
    if (mode === 'throw') throw new Error('uncaught, on purpose')
    process.exit(0)
  })
}
