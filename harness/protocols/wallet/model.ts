import { callOf } from '../../vocabulary/intent.ts'
import type { ProtocolModel } from '../../vocabulary/model.ts'

/** Native coins are paid like tokens. */
export const MODEL: ProtocolModel = {
  kinds: {
    'transfer-native': {
      category: 'wallet',
      needs: ['recipient', 'amountBaseUnits'],
      means: ({ book, address, amount }) =>
        callOf({
          kind: 'transfer',
          token: book.nativeSymbol,
          to: address('recipient'),
          amount: amount('amountBaseUnits'),
        }),
    },
  },
}
