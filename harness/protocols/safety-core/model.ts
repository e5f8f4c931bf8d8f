import type { ProtocolModel } from '../../vocabulary/model.ts'

/** What a halt takes back follows from all that the account has. */
export const MODEL: ProtocolModel = {
  kinds: { halt: { category: 'safety', needs: ['reason'], means: 'unforeseen' } },
}
