import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

const UNFORESEEN: KindModel = { category: 'testnet', needs: [], means: 'unforeseen' }

/** Staking, its queue and orders: what they come to is held to what is observed, and not foreseen. */
export const MODEL: ProtocolModel = {
  kinds: Object.fromEntries(
    [
      'stake-model',
      'stake-model-bought',
      'request-model-exit',
      'claim-model-exit',
      'place-model-order',
      'cancel-model-order',
    ].map((kind) => [kind, UNFORESEEN]),
  ),
}
