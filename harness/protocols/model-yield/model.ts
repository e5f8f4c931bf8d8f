import type { ProtocolModel } from '../../vocabulary/model.ts'
import { ofEveryKind } from './kinds.ts'

/** Staking, its queue and orders: what they come to is held to what is observed, and not foreseen. */
export const MODEL: ProtocolModel = {
  kinds: ofEveryKind({ category: 'testnet', needs: [], means: 'unforeseen' } as const),
}
