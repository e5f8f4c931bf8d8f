import { at, defineCases, kept, own } from '../../core/cases.ts'
import { STUCK } from './pending-case.ts'

/** Cases of `wallet_list_pending_transactions`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    { expect: { sender: at('operator'), unconfirmedTransactions: 0, transactions: [] } },
    {
      name: 'one that nobody mines',
      before: STUCK,
      expect: {
        unconfirmedTransactions: 1,
        'transactions.length': 1,
        'transactions.0.permitId': kept('stuck.permitId'),
        'transactions.0.tool': 'wallet_transfer_native',
        'transactions.0.nonce': own('nextNonce'),
        'transactions.0.missingNonces': [],
        'transactions.0.signed.length': 1,
        'transactions.0.signed.0.kind': 'action',
        'transactions.0.signed.0.isKnownToNode': true,
        'transactions.0.signed.0.isBelowBaseFee': false,
      },
    },
  ],
})
