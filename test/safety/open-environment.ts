import type { Environment } from '../../harness/stage/environment.ts'
import { openStage, type StageSetup } from '../../harness/stage/open-stage.ts'
import type { Stage } from '../../harness/stage/stage.ts'
import { forkOrigin } from '../fork-origin.ts'

/** A world to open stages in, as a run of scenarios has it. */
export interface OpenEnvironment {
  /** Open a stage; `store` takes the place of the files that `store: file` would create. */
  open(setup?: StageSetup, store?: ReturnType<Environment['newStore']>): Promise<Stage>
  /** The node as it is, past all that a stage puts before it. */
  readonly rpc: Environment['agentRpc']
  /** The SDKs of protocols, in a process that starts when it is first asked. */
  readonly sdks: Environment['sdks']
  close(): Promise<void>
}

/** Serve the embedded origin and fork it once, for tests of the whole stack. */
export async function openEnvironment(): Promise<OpenEnvironment> {
  const environment = await forkOrigin()
  const setTimer = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  return {
    open(setup = {}, store) {
      const place = store ? Object.create(environment, { newStore: { value: () => store } }) : environment
      return openStage(place, setup, '1', setTimer)
    },
    get rpc() {
      return environment.agentRpc
    },
    sdks: environment.sdks,
    async close() {
      await environment.stop()
    },
  }
}
