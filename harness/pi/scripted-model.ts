import {
  type AssistantMessage,
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
} from '@earendil-works/pi-ai'
import type { BardoHost, PiCallReport } from '../../tools/agent/extensions/bardo-host.ts'
import { openPiSession } from '../../tools/runtime/open-pi-session.ts'
import type { ModelCall } from './driver.ts'

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
  const faux = fauxProvider()
  const reports = new Map<string, PromiseWithResolvers<PiCallReport>>()
  let asked = Promise.withResolvers<(message: AssistantMessage) => void>()
  let answered = 0
  let isOver = false
  const respond = () => {
    faux.appendResponses([respond])
    const { promise, resolve } = Promise.withResolvers<AssistantMessage>()
    asked.resolve(resolve)
    return promise
  }
  faux.setResponses([respond])
  const model = { provider: faux.provider, model: faux.getModel() }
  const session = await openPiSession(
    { ...host, onCall: (report) => reports.get(report.id)?.resolve(report) },
    model,
  )
  const ended = session.prompt('The next tick begins.').finally(() => {
    isOver = true
    const cause = new Error('the session ended before its calls')
    for (const { reject } of reports.values()) reject(cause)
  })
  ended.catch(() => undefined)
  const say = async (message: AssistantMessage) => {
    const tell = await asked.promise
    asked = Promise.withResolvers()
    tell(message)
  }
  return {
    get isOver() {
      return isOver
    },
    async answer(calls) {
      answered += 1
      const ids = calls.map((_, index) => `answer-${answered}-${index}`)
      const pending = ids.map((id) => {
        const report = Promise.withResolvers<PiCallReport>()
        reports.set(id, report)
        return report.promise
      })
      const blocks = calls.map(({ name, args }, index) =>
        fauxToolCall(name, args as Record<string, never>, { id: ids[index] as string }),
      )
      await say(fauxAssistantMessage(blocks, { stopReason: 'toolUse' }))
      const made = await Promise.all(pending)
      // After some calls the model is not asked again.
      await Promise.race([asked.promise, ended])
      return made
    },
    async close() {
      if (!isOver) await say(fauxAssistantMessage('done'))
      await ended
      await session.close()
    },
  }
}
