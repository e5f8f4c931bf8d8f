import type { Environment } from '../stage/environment.ts'
import type { CliIo } from './io.ts'

/**
 * Keep a fork open until Ctrl-C, with each transaction mined at once.
 *
 * @throws HarnessError ANVIL_EXITED when the node ends first
 */
export async function holdOpen(environment: Environment, io: CliIo): Promise<void> {
  await environment.fork.rpc.request('evm_setAutomine', [true])
  io.progress('mining each transaction at once; Ctrl-C stops the world')
  if (io.signal.aborted) return
  const asked = new Promise<void>((resolve) => {
    io.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const ended = environment.fork.exited.then(() => environment.assertAlive('failed'))
  await Promise.race([asked, ended])
}
