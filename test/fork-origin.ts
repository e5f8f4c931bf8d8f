import { STATE_DIR } from '../harness/cli/paths.ts'
import { serveUpstream } from '../harness/cli/upstream.ts'
import { createEnvironment, type Environment } from '../harness/stage/environment.ts'

/** Fork the embedded origin, as a worker of a run does. */
export async function forkOrigin(): Promise<Environment> {
  const { upstream, anvilBinary } = await serveUpstream({ onProgress: () => undefined })
  return createEnvironment({ upstream, anvilBinary, stateDir: STATE_DIR, index: 0 })
}
