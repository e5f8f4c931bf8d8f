import { createEnvironment } from '../../stage/environment.ts'
import { describeWorld, printWorld } from '../describe-world.ts'
import { holdOpen } from '../hold-open.ts'
import { endLasting, unlessInterrupted } from '../interrupted.ts'
import type { CliIo } from '../io.ts'
import { serveUpstream, type UpstreamOptions } from '../upstream.ts'

/** Options of `assay world up`. */
export interface WorldOptions extends Omit<UpstreamOptions, 'onProgress' | 'signal'> {
  readonly json?: boolean
}

/** Keep a fork of the world running and print what is on it, until Ctrl-C. */
export async function worldUp({ json, ...options }: WorldOptions, io: CliIo): Promise<number> {
  const served = await serveUpstream({ ...options, onProgress: io.progress, signal: io.signal })
  const opening = createEnvironment({
    upstream: served.upstream,
    stateDir: served.stateDir,
    anvilBinary: served.anvilBinary,
    index: 0,
    ...(options.port === undefined ? {} : { port: options.port }),
  })
  const environment = await unlessInterrupted(io.signal, opening)
  try {
    const world = describeWorld(environment, environment.fixtures.cage)
    if (json) io.print(JSON.stringify(world))
    else printWorld(world, io)
    await holdOpen(environment, io)
  } finally {
    await environment.stop()
  }
  return endLasting(io)
}
