import { at, balanceOf, defineCases, nativeBalanceOf } from '../../core/cases.ts'

/** Cases of `data_get_token_balance`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      params: { token: 'USDC' },
      expect: { account: at('account'), balanceBaseUnits: balanceOf('USDC', 'account') },
    },
    {
      name: 'of another account',
      params: { token: at('WETH'), account: at('trader') },
      expect: { symbol: 'WETH', balanceBaseUnits: balanceOf('WETH', 'trader') },
    },
    {
      name: 'of the native coin',
      params: { token: 'ETH' },
      expect: { balanceBaseUnits: nativeBalanceOf('account') },
    },
  ],
})
