import { between, defineCases, kept } from '../../core/cases.ts'

const POOL = { tokenIn: 'ETH', tokenOut: 'USDC', feeTier: 500 }
const ONE_ETHER = '1000000000000000000'

/** Cases of `uniswap_quote_v4_pool`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...POOL, tokenOut: 'ETH', amountBaseUnits: '1' }, code: 'SAME_TOKEN' },
    { params: { ...POOL, feeTier: 3000, amountBaseUnits: '1' }, code: 'POOL_NOT_INITIALIZED' },
    // More than the pool holds, and more than a pool can be asked for.
    { params: { ...POOL, exact: 'output', amountBaseUnits: '90000000000000' }, code: 'QUOTE_FAILED' },
    { params: { ...POOL, amountBaseUnits: `1${'0'.repeat(60)}` }, code: 'QUOTE_FAILED' },
    { params: { ...POOL, amountBaseUnits: '1' }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'native coin',
      params: { ...POOL, amountBaseUnits: ONE_ETHER },
      roundTrips: 1,
      // 3 000 USD an ether, less the fee of 0.05 % and little impact.
      expect: {
        amountOutBaseUnits: between('2997000000', '2998600000'),
        lpFeeMillionths: 500,
        priceImpactBps: between(1, 5),
      },
    },
    {
      name: 'the other side is fixed',
      before: [
        { tool: 'uniswap_quote_v4_pool', params: { ...POOL, amountBaseUnits: ONE_ETHER }, keep: 'sold' },
      ],
      params: { ...POOL, exact: 'output', amountBaseUnits: kept('sold.amountOutBaseUnits') },
      expect: { amountInBaseUnits: between('999999990000000000', ONE_ETHER) },
    },
    {
      name: 'a hook that wraps pays one for one',
      params: {
        tokenIn: 'ETH',
        tokenOut: 'WETH',
        feeTier: 0,
        tickSpacing: 60,
        hooks: '0x57991106cb7Aa27E2771Beda0D6522F68524A888',
        amountBaseUnits: ONE_ETHER,
      },
      expect: { amountOutBaseUnits: ONE_ETHER, priceImpactBps: 0 },
    },
  ],
})
