import {
  type AssistantMessage,
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
} from '@earendil-works/pi-ai'
import type { PiCallReport } from '../../tools/agent/extensions/bardo-host.ts'
import type { SessionModel } from '../../tools/runtime/open-pi-session.ts'
import type { ModelCall } from './driver.ts'

/** A model that says what it is told to, when it is told: its next answer can depend on what came before. */
export interface ToldModel {
  readonly model: SessionModel
  /** Told of every call of the session that it speaks in. */
  readonly onCall: (report: PiCallReport) => void
  /** Whether its session has ended. */
  readonly isOver: boolean
  /** Answer with some calls at once; tells what each came to. */
  answer(calls: readonly ModelCall[]): Promise<readonly PiCallReport[]>
  /** End the turn with some words, unless its session has ended. */
  finish(text: string): Promise<void>
  /** Its session has ended: it is asked nothing more. */
  end(): void
}

/** Create a model that is told what to say. */
export function createToldModel(): ToldModel {
  const faux = fauxProvider()
  const reports = new Map<string, PromiseWithResolvers<PiCallReport>>()
  const ended = Promise.withResolvers<void>()
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
  const say = async (message: AssistantMessage) => {
    const tell = await Promise.race([asked.promise, ended.promise])
    if (tell === undefined) throw new Error('the session ended before its calls')
    asked = Promise.withResolvers()
    tell(message)
  }
  return {
    model: { provider: faux.provider, model: faux.getModel() },
    onCall: (report) => reports.get(report.id)?.resolve(report),
    get isOver() {
      return isOver
    },
    async answer(calls) {
      answered += 1
      const ids = calls.map((_, index) => `answer-${answered}-${index}`)
      const pending = ids.map((id) => {
        const report = Promise.withResolvers<PiCallReport>()
        // The session may end before anybody waits for it.
        report.promise.catch(() => undefined)
        reports.set(id, report)
        return report.promise
      })
      const blocks = calls.map(({ name, args }, index) =>
        fauxToolCall(name, args as Record<string, never>, { id: ids[index] as string }),
      )
      await say(fauxAssistantMessage(blocks, { stopReason: 'toolUse' }))
      const made = await Promise.all(pending)
      // After some calls the model is not asked again.
      await Promise.race([asked.promise, ended.promise])
      return made
    },
    async finish(text) {
      if (!isOver) await say(fauxAssistantMessage(text))
    },
    end() {
      isOver = true
      ended.resolve()
      const cause = new Error('the session ended before its calls')
      for (const { reject } of reports.values()) reject(cause)
    },
  }
}
