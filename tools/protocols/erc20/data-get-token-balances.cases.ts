import { at, balanceOf, defineCases, matching, nativeBalanceOf } from '../../core/cases.ts'

/** Cases of `data_get_token_balances`. */
export const CASES = defineCases({
  refuses: [{ params: { tokens: ['USDX'] }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      params: { tokens: ['USDC', 'ETH'] },
      roundTrips: 1,
      expect: {
        'balances.length': 2,
        'balances.0.symbol': 'USDC',
        'balances.0.balanceBaseUnits': balanceOf('USDC', 'account'),
        'balances.0.balance': '100000',
        'balances.0.valueUsd': matching('^100000(\\.0+)?$'),
        'balances.0.isPriceStale': false,
        'balances.1.balanceBaseUnits': nativeBalanceOf('account'),
      },
    },
    {
      name: 'a token that is named twice counts once',
      params: { tokens: ['USDC', at('USDC')] },
      expect: { 'balances.length': 1, totalUsd: matching('^100000(\\.0+)?$') },
    },
    {
      name: 'a token without a price',
      params: { account: at('trader') },
      roundTrips: 1,
      expect: { unpriced: ['NOPRICE'], unreadable: [] },
    },
    {
      name: 'of an account without tokens',
      params: { account: at('stranger') },
      expect: { 'balances.length': 1, 'balances.0.symbol': 'ETH' },
    },
  ],
})
