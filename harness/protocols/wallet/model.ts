import { callOf } from '../../vocabulary/intent.ts'
import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

// What comes of it depends on the permit that it names.
const replacement: KindModel = { category: 'wallet', needs: ['permitId'], means: 'unforeseen' }

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
    'return-funds': {
      category: 'wallet',
      needs: ['recipient'],
      means: ({ params: { tokens }, symbolOf, address }) => ({
        kind: 'sweep',
        ...(Array.isArray(tokens) ? { tokens: tokens.map((name) => symbolOf(String(name))) } : {}),
        to: address('recipient'),
        refusals: ['NOTHING_TO_RETURN', 'UNKNOWN_TOKEN', 'INVALID_PARAMS'],
      }),
    },
    'speed-up-transaction': replacement,
    'cancel-transaction': replacement,
  },
}
