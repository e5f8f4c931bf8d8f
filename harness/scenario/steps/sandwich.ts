import { Type } from '../../../tools/core/schema.ts'
import { closed } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { nameTrade, readTrade, resolveTrade, TRADE_MEMBERS } from '../step/trade.ts'

/** An actor trades around the agent's next transaction. */
export const SANDWICH = defineStep({
  kind: 'sandwich',
  schema: Type.Object(TRADE_MEMBERS, {
    ...closed,
    description:
      "an actor trades right before the agent's next transaction, when that was already sent, and back right after it",
  }),
  read: readTrade,
  run: (order, { stage }) => stage.market.sandwich(resolveTrade(stage, order)),
  title: (order, words) => `around the next transaction ${nameTrade(order, words)}`,
  faults: { kinds: ['sandwich'] },
})
