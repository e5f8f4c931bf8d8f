import { at, balanceOf, defineCases } from '../../core/cases.ts'

/** Cases of `uniswap_check_swap_approval`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenIn: 'USDC', amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { tokenIn: 'USDX', amountInBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { tokenIn: 'USDC', amountInBaseUnits: '5000000' },
      expect: {
        balanceBaseUnits: balanceOf('USDC', 'account'),
        hasBalance: true,
        neededApprovals: [
          { token: at('USDC'), spender: at('uniswap-v3.swapRouter'), amountBaseUnits: '5000000' },
        ],
      },
    },
    {
      name: 'an account that has approved before',
      params: { tokenIn: 'USDC', amountInBaseUnits: '5000000', account: at('trader') },
      expect: { neededApprovals: [], hasBalance: true },
    },
  ],
})
