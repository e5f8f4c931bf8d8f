import { at, defineCases, onChain } from '../../core/cases.ts'

/** Cases of `data_get_allowance`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX', spender: at('permit2') }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      params: { token: 'USDC', spender: at('uniswap-v3.swapRouter'), owner: at('trader') },
      expect: {
        spenderLabel: 'uniswap-v3.swapRouter',
        isUnlimited: true,
        allowanceBaseUnits: onChain(
          at('USDC'),
          'function allowance(address, address) view returns (uint256)',
          [at('trader'), at('uniswap-v3.swapRouter')],
        ),
      },
    },
    {
      name: 'none',
      params: { token: 'USDC', spender: at('recipient') },
      expect: { owner: at('account'), spenderLabel: null, isUnlimited: false, allowanceBaseUnits: '0' },
    },
  ],
})
