import type { PiCallReport } from '../../tools/agent/extensions/bardo-host.ts'
import type { PiCallOutcome } from '../../tools/agent/pi-tool.ts'
import type { Observation } from '../oracle/observer.ts'
import type { ToldModel } from '../pi/told-model.ts'
import { runStep } from '../scenario/run-step.ts'
import type { Step } from '../scenario/scenario.ts'
import type { Stage } from '../stage/stage.ts'

/** Let a model say what a script's steps say, one after the other, until its session ends. */
export async function playScript(stage: Stage, told: ToldModel, steps: readonly Step[]): Promise<void> {
  const spoken: Stage = { ...stage, agent: { ...stage.agent, ...speakThrough(told) } }
  const bindings = new Map<string, string>()
  for (const { action, as } of steps) {
    if (told.isOver) return
    try {
      const { permitId } = await runStep(action, spoken, bindings)
      if (as !== undefined && permitId !== undefined) bindings.set(as, permitId)
      // Without the permit that it needs there is nothing to go on with.
      else if (as !== undefined) return
    } catch (cause) {
      // What the session's end cut off came to nothing.
      if (!told.isOver) throw cause
    }
  }
}

/** Make calls by what the model says, past the observer: what they come to is read from the chain at the end. */
function speakThrough(told: ToldModel): Pick<Stage['agent'], 'call' | 'answer'> {
  const outcomeOf = ([report]: readonly PiCallReport[]): PiCallOutcome => {
    if (report === undefined) throw new Error('a call came to nothing')
    return report.outcome
  }
  return {
    async call(name, args) {
      const outcome = outcomeOf(await told.answer([{ name, args }]))
      return observe(outcome.isError ? { error: outcome.error } : { details: outcome.details })
    },
    async answer(calls) {
      const outcomes = (await told.answer(calls)).map(({ outcome }) => outcome)
      const last = outcomes.at(-1)
      return observe(last?.isError ? { error: last.error } : {})
    },
  }
}

const observe = (answer: Pick<Observation, 'error' | 'details'>): Observation => ({
  ...answer,
  hooks: [],
  events: [],
  observed: [],
  contradictions: [],
  commits: 0,
})
