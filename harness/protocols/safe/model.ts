import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

const proposal: KindModel = { category: 'wallet', needs: [], means: 'unforeseen' }

/** What is proposed to owners moves nothing of the agent's. */
export const MODEL: ProtocolModel = {
  kinds: { 'propose-safe-transaction': proposal, 'withdraw-safe-proposal': proposal },
}
