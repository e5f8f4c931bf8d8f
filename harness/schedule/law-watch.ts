import { watchLaws } from '../property/invariants/index.ts'
import type { StepOutcome } from '../scenario/step/step-outcome.ts'

/** The laws of a scenario, watched over the past of the store that is in use. */
export interface LawWatch {
  /** Go on with the store that a step left in use. */
  follow(outcome: StepOutcome): void
  readonly check: ReturnType<typeof watchLaws>
}

/** Start to watch the laws of a scenario. */
export function createLawWatch(): LawWatch {
  let check = watchLaws()
  const byAgent = new Map([['first', check]])
  let isReplaced = false
  return {
    follow({ actsAs, store }) {
      if (actsAs !== undefined) {
        // Each agent has a store, and with it a past, of its own.
        check = byAgent.get(actsAs) ?? watchLaws()
        byAgent.set(actsAs, check)
      }
      isReplaced ||= store === 'replaced'
      if (isReplaced && store === 'opened') {
        // Of another store the laws know no past.
        check = watchLaws()
        isReplaced = false
      }
    },
    check: (moment, step) => check(moment, step),
  }
}
