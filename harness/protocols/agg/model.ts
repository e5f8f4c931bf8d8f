import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

// Which venues take it, and what they pay, is told by all of them together.
const sale: KindModel = {
  category: 'trading',
  needs: ['tokenIn', 'tokenOut', 'amountInBaseUnits'],
  ranges: { slippageBps: [0, 1_000] },
  means: 'unforeseen',
}
const schedule: KindModel = { category: 'trading', needs: [], means: 'unforeseen' }

/** Trades over every venue. */
export const MODEL: ProtocolModel = {
  kinds: {
    'swap-best': sale,
    'swap-split': sale,
    'schedule-twap': schedule,
    'cancel-twap': schedule,
    'twap-slice': schedule,
  },
}
