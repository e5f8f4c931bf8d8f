import { between, defineCases, kept } from '../../core/cases.ts'

const PATH = { tokens: ['ETH', 'USDC', 'WETH'], pools: [{ feeTier: 500 }, { feeTier: 3000 }] }
const ONE_ETHER = '1000000000000000000'

/** Cases of `uniswap_quote_v4_path`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PATH, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    {
      params: {
        ...PATH,
        pools: [{ feeTier: 500 }, { feeTier: 3000 }, { feeTier: 500 }],
        amountBaseUnits: '1',
      },
      code: 'INVALID_PARAMS',
    },
    { params: { ...PATH, tokens: ['ETH', 'USDC', 'ETH'], amountBaseUnits: '1' }, code: 'SAME_TOKEN' },
    {
      params: { ...PATH, pools: [{ feeTier: 500 }, { feeTier: 100 }], amountBaseUnits: '1' },
      code: 'POOL_NOT_INITIALIZED',
    },
    { params: { ...PATH, amountBaseUnits: '9000000000000000000000000' }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      // What the first pool pays, the second one takes.
      before: [
        {
          tool: 'uniswap_quote_v4_pool',
          params: { tokenIn: 'ETH', tokenOut: 'USDC', feeTier: 500, amountBaseUnits: ONE_ETHER },
          keep: 'first',
        },
        {
          tool: 'uniswap_quote_v4_pool',
          params: {
            tokenIn: 'USDC',
            tokenOut: 'WETH',
            feeTier: 3000,
            amountBaseUnits: kept('first.amountOutBaseUnits'),
          },
          keep: 'second',
        },
      ],
      params: { ...PATH, amountBaseUnits: ONE_ETHER },
      roundTrips: 1,
      expect: { amountOutBaseUnits: kept('second.amountOutBaseUnits') },
    },
    {
      name: 'the other direction',
      before: [
        { tool: 'uniswap_quote_v4_path', params: { ...PATH, amountBaseUnits: ONE_ETHER }, keep: 'sold' },
      ],
      params: { ...PATH, exact: 'output', amountBaseUnits: kept('sold.amountOutBaseUnits') },
      roundTrips: 1,
      expect: { amountInBaseUnits: between('999990000000000000', ONE_ETHER) },
    },
  ],
})
