import type { ProtocolModel } from '../../vocabulary/model.ts'

/** Orders by signature: what one of somebody else brings and costs is in its bytes, and whether it holds is its reactor's. */
export const MODEL: ProtocolModel = {
  kinds: {
    'cancel-order': { category: 'trading', needs: ['venue'], means: 'unforeseen' },
    'fill-order': { category: 'trading', needs: ['signature', 'venue'], means: 'unforeseen' },
  },
}
