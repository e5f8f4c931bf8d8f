import { defineCases } from '../../core/cases.ts'

/** Cases of `data_convert_amount`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'WETH', amount: '9'.repeat(70), unit: 'human' }, code: 'INVALID_PARAMS' },
    {
      params: { token: 'USDC', amount: '9'.repeat(75), unit: 'base', toToken: 'WETH' },
      code: 'INVALID_PARAMS',
    },
    { params: { token: 'USDC', amount: '0.0000001', unit: 'human' }, code: 'INVALID_PARAMS' },
    { params: { token: 'NOPRICE', amount: '1', unit: 'usd' }, code: 'NO_PRICE' },
  ],
  serves: [
    {
      params: { token: 'WETH', amount: '1.5', unit: 'human', toToken: 'USDC' },
      expect: {
        'from.amountBaseUnits': '1500000000000000000',
        valueUsd: '4500',
        'to.amountBaseUnits': '4500000000',
        'to.amount': '4500',
      },
    },
    {
      name: 'dollars, rounded down',
      params: { token: 'WBTC', amount: '90.5', unit: 'usd' },
      expect: { 'from.amountBaseUnits': '150833' },
    },
    {
      name: 'without a price',
      params: { token: 'NOPRICE', amount: '7', unit: 'base' },
      expect: { 'from.amount': '0.000000000000000007', valueUsd: null, to: null },
    },
  ],
})
