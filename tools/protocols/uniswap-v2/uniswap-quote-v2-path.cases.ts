import { at, between, defineCases, onChain } from '../../core/cases.ts'

const PATH = { tokens: ['WETH', 'USDT', 'WBTC'] }
const router = (direction: 'Out' | 'In') =>
  `function getAmounts${direction}(uint256, address[]) view returns (uint256[])`
const ADDRESSES = [at('WETH'), at('USDT'), at('WBTC')]

/** Cases of `uniswap_quote_v2_path`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PATH, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { tokens: ['WETH'], amountBaseUnits: '1' }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['WETH', 'USDT', 'WETH'], amountBaseUnits: '1' }, code: 'SAME_TOKEN' },
    { params: { tokens: ['WETH', 'USDC'], amountBaseUnits: '1000000' }, code: 'PAIR_NOT_FOUND' },
    { params: { ...PATH, amountBaseUnits: '90000000000000', exact: 'output' }, code: 'QUOTE_FAILED' },
    { params: { ...PATH, amountBaseUnits: '1' }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      params: { ...PATH, amountBaseUnits: '1000000000000000000' },
      roundTrips: 1,
      expect: {
        amountInBaseUnits: '1000000000000000000',
        amountOutBaseUnits: onChain(
          at('uniswap-v2.router'),
          router('Out'),
          ['1000000000000000000', ADDRESSES],
          2,
        ),
        // 3 000 of 60 000 USD, less two fees of 0.3 %.
        price: between('0.0496', '0.0498'),
        priceImpactBps: between(16, 18),
      },
    },
    {
      name: 'the other direction',
      params: { ...PATH, amountBaseUnits: '1000000', exact: 'output' },
      roundTrips: 1,
      expect: {
        amountOutBaseUnits: '1000000',
        amountInBaseUnits: onChain(at('uniswap-v2.router'), router('In'), ['1000000', ADDRESSES], 0),
      },
    },
  ],
})
