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
  let acting = { pasts: first, check: watchLaws(first), isReplaced: false }
  const byAgent = new Map([['first', acting]])
  return {
    follow({ actsAs, store }) {
      if (actsAs !== undefined) {
        // Each agent has a store, and with it a past, of its own.
        const own = beginPasts()
        acting = byAgent.get(actsAs) ?? { pasts: own, check: watchLaws(own), isReplaced: false }
        byAgent.set(actsAs, acting)
      }
      acting.isReplaced ||= store === 'replaced'
      if (acting.isReplaced && store === 'opened') {
        // Of another store the laws know no past; what the chain showed they do not forget.
        acting.check = watchLaws(acting.pasts)
        acting.isReplaced = false
      }
    },
    check: (moment, step) => acting.check(moment, step),
    agent: first.agent,
  }
}
