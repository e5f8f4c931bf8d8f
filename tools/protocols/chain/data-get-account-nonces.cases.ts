import { at, defineCases, kept } from '../../core/cases.ts'

/** Cases of `data_get_account_nonces`. */
export const CASES = defineCases({
  refuses: [{ params: { account: 'trader' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'of the operator',
      roundTrips: 2,
      expect: { account: at('operator'), isOperator: true, unconfirmedCount: 0 },
    },
    {
      name: 'of an account that sent two more',
      before: [
        { tool: 'data_get_account_nonces', params: { account: at('trader') }, keep: 'before' },
        { send: { from: 'trader', to: at('owner') }, keep: 'first' },
        { send: { from: 'trader', to: at('owner') }, keep: 'second' },
        { tool: 'data_get_transaction', params: { hash: kept('second') }, keep: 'last' },
      ],
      params: { account: at('trader') },
      expect: { isOperator: false, unconfirmedCount: 0, latestNonce: { $sum: [kept('last.nonce'), 1] } },
    },
  ],
})
