import { STATE_DIR } from '../harness/cli/paths.ts'
import { openEmbedded, serveUpstream } from '../harness/cli/upstream.ts'
import { createEnvironment, type Environment } from '../harness/stage/environment.ts'
import type { ChainName } from '../harness/world/origin-chains.ts'

/** Fork the embedded origin, as a worker of a run does. */
export async function forkOrigin(): Promise<Environment> {
  const { upstream, anvilBinary } = await serveUpstream({ onProgress: () => undefined })
  const openOrigin = async (chain: ChainName) => (await openEmbedded({ chain, anvilBinary })).upstream
  return createEnvironment({ upstream, anvilBinary, openOrigin, stateDir: STATE_DIR, index: 0 })
}
