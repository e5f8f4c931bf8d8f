import { beginPasts, type Past, watchLaws } from '../property/invariants/index.ts'
import type { StepOutcome } from '../scenario/step/step-outcome.ts'

/** The laws of a scenario, watched over the past of the store that is in use. */
export interface LawWatch {
  /** Go on with the store that a step left in use. */
  follow(outcome: StepOutcome): void
  readonly check: ReturnType<typeof watchLaws>
  /** What is remembered of the first agent, for a watch of another of its chains. */
  readonly agent: Past
}

/** Start to watch the laws of a scenario on a chain. */
export function createLawWatch(agent?: Past): LawWatch {
  const first = beginPasts(agent)
  let pasts = first
  let check = watchLaws(pasts)
  const byAgent = new Map([['first', { pasts, check }]])
  let isReplaced = false
  return {
    follow({ actsAs, store }) {
      if (actsAs !== undefined) {
        // Each agent has a store, and with it a past, of its own.
        const own = beginPasts()
        const known = byAgent.get(actsAs) ?? { pasts: own, check: watchLaws(own) }
        byAgent.set(actsAs, known)
        ;({ pasts, check } = known)
      }
      isReplaced ||= store === 'replaced'
      if (isReplaced && store === 'opened') {
        // Of another store the laws know no past; what the chain showed they do not forget.
        check = watchLaws(pasts)
        isReplaced = false
      }
    },
    check: (moment, step) => check(moment, step),
    agent: first.agent,
  }
}
