import { createEnvironment } from '../../stage/environment.ts'
import { ACTORS } from '../../world/actors.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { STATE_DIR } from '../paths.ts'
import { serveUpstream, type UpstreamOptions } from '../upstream.ts'

/** Keep a fork of the world running and print what is on it, until Ctrl-C. */
export async function worldUp(
  options: Omit<UpstreamOptions, 'onProgress' | 'signal'>,
  io: CliIo,
): Promise<number> {
  const served = await serveUpstream({ ...options, onProgress: io.progress, signal: io.signal })
  const environment = await createEnvironment({
    upstream: served.upstream,
    stateDir: STATE_DIR,
    anvilBinary: served.anvilBinary,
    index: 0,
    ...(options.port === undefined ? {} : { port: options.port }),
  })
  try {
    await environment.fork.rpc.request('evm_setAutomine', [true])
    const { book } = environment
    io.print(`RPC      ${environment.fork.url}`)
    io.print(`chain    ${book.chainId}`)
    io.print(`cage     ${environment.fixtures.cage}`)
    io.print('')
    io.print('actors (well-known test keys; never send them anything of value)')
    for (const [name, actor] of Object.entries(ACTORS)) {
      io.print(`  ${name.padEnd(12)} ${actor.address}  ${actor.privateKey}`)
    }
    io.print('')
    io.print('tokens')
    for (const token of book.tokens) {
      io.print(`  ${token.symbol.padEnd(12)} ${token.address}  ${token.decimals} decimals`)
    }
    io.progress('mining each transaction at once; Ctrl-C stops the world')
    if (!io.signal.aborted) {
      const asked = new Promise<void>((resolve) => {
        io.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      const ended = environment.fork.exited.then(() => environment.assertAlive('failed'))
      await Promise.race([asked, ended])
    }
  } finally {
    await environment.stop()
  }
  return EXIT_CODES.pass
}
