import { at, balanceOf, defineCases, kept, nativeBalanceOf, sum } from '../core/cases.ts'

const AMOUNT = { account: at('recipient'), amountBaseUnits: '1000000' }

/** Cases of `testnet_fund_account`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...AMOUNT, token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { token: 'USDC', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'native coin',
      before: [{ tool: 'testnet_fund_account', params: { ...AMOUNT, token: 'ETH' }, keep: 'first' }],
      params: { ...AMOUNT, token: 'ETH' },
      expect: { balanceBaseUnits: nativeBalanceOf('recipient') },
      after: [
        {
          tool: 'testnet_fund_account',
          params: { ...AMOUNT, token: 'ETH' },
          expect: { balanceBaseUnits: sum(kept('first.balanceBaseUnits'), '2000000') },
        },
      ],
    },
    {
      name: 'a token',
      params: { ...AMOUNT, token: 'USDC' },
      expect: { token: at('USDC'), balanceBaseUnits: balanceOf('USDC', 'recipient') },
    },
    {
      name: 'wrapped coin',
      params: { ...AMOUNT, token: 'WETH' },
      expect: { balanceBaseUnits: balanceOf('WETH', 'recipient') },
    },
    {
      name: 'the own account',
      params: { token: 'USDC', amountBaseUnits: '7' },
      expect: { account: at('account'), balanceBaseUnits: balanceOf('USDC', 'account') },
    },
  ],
})
