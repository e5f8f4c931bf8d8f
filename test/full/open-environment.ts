import { STATE_DIR } from '../../harness/cli/paths.ts'
import { serveUpstream } from '../../harness/cli/upstream.ts'
import { createEnvironment, type Environment } from '../../harness/stage/environment.ts'

/** A fork of the embedded origin, as a worker of a run has it. */
export async function openEnvironment(): Promise<Environment> {
  const served = await serveUpstream({ onProgress: () => {} })
  const environment = await createEnvironment({
    upstream: served.upstream,
    stateDir: STATE_DIR,
    anvilBinary: served.anvilBinary,
    index: 0,
  })
  return {
    ...environment,
    get fork() {
      return environment.fork
    },
    get agentRpc() {
      return environment.agentRpc
    },
    get oracleRpc() {
      return environment.oracleRpc
    },
    get secondRpc() {
      return environment.secondRpc
    },
    async stop() {
      await environment.stop()
    },
  }
}
