import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

// Which pools take it, and what they pay, is told by all of them together.
const sale = (needs: readonly string[]): KindModel => ({
  category: 'trading',
  needs,
  ranges: { slippageBps: [0, 1_000] },
  means: 'unforeseen',
})

/** Trades over the pools of several protocols. */
export const MODEL: ProtocolModel = {
  kinds: {
    'swap-split-route': sale(['tokenIn', 'tokenOut', 'amountInBaseUnits']),
    'swap-native': sale(['tokenIn', 'tokenOut', 'amountInBaseUnits']),
    'swap-basket': sale(['sold', 'tokenOut']),
    'rebalance-weights': sale([]),
  },
}
