import type { BardoHost, PiCallReport } from '../../tools/agent/extensions/bardo-host.ts'
import { openPiSession } from '../../tools/runtime/open-pi-session.ts'
import type { ModelCall } from './driver.ts'
import { createToldModel } from './told-model.ts'

/** A model in a session of its own, which says what it is told to, when it is told. */
export interface ScriptedModel {
  /** Whether the session has ended. */
  readonly isOver: boolean
  /** Answer with some calls at once; tells what each came to. */
  answer(calls: readonly ModelCall[]): Promise<readonly PiCallReport[]>
  /** End the turn and the session. */
  close(): Promise<void>
}

/** Open a session whose model waits to be told its next answer: it can depend on what the calls before it came to. */
export async function openScriptedModel(host: BardoHost): Promise<ScriptedModel> {
  const told = createToldModel()
  const session = await openPiSession({ ...host, onCall: told.onCall }, told.model)
  const ended = session.prompt('The next tick begins.').finally(told.end)
  ended.catch(() => undefined)
  return {
    get isOver() {
      return told.isOver
    },
    answer: told.answer,
    async close() {
      await told.finish('done')
      await ended
      await session.close()
    },
  }
}
