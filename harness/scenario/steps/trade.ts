import { Type } from '../../../tools/core/schema.ts'
import { closed } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { nameTrade, readTrade, resolveTrade, TRADE_MEMBERS } from '../step/trade.ts'

/** An actor trades on the market. */
export const TRADE = defineStep({
  kind: 'trade',
  schema: Type.Object(TRADE_MEMBERS, { ...closed, description: 'another actor trades on the market' }),
  read: readTrade,
  run: (order, { stage }) => stage.market.trade(resolveTrade(stage, order)),
  title: nameTrade,
})
