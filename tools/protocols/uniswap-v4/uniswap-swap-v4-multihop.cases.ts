import { at, between, defineCases, kept } from '../../core/cases.ts'

/** USDC for native coins, which a hook of the periphery wraps: the pool of it takes no fee and holds nothing. */
const WRAPPING = { feeTier: 0, tickSpacing: 60, hooks: '0x57991106cb7Aa27E2771Beda0D6522F68524A888' }
const PATH = { tokens: ['USDC', 'ETH', 'WETH'], pools: [{ feeTier: 500 }, WRAPPING] }
const AMOUNT = '3000000000'
const SELL = { ...PATH, amountInBaseUnits: AMOUNT }

/** Cases of `uniswap_swap_v4_multihop`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SELL, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SELL, pools: [WRAPPING] }, code: 'INVALID_PARAMS' },
    // The native coin cannot be paid.
    {
      params: { ...SELL, tokens: ['ETH', 'USDC', 'WETH'], pools: [{ feeTier: 500 }, { feeTier: 3000 }] },
      code: 'INVALID_PARAMS',
    },
    { params: { ...SELL, pools: [{ feeTier: 100 }, WRAPPING] }, code: 'POOL_NOT_INITIALIZED' },
    { params: { ...SELL, tokens: ['USDC', 'ETH', 'USDC'] }, code: 'SAME_TOKEN' },
    { params: { ...SELL, tokens: ['USDC', 'ETH', 'WETHX'] }, code: 'UNKNOWN_TOKEN' },
    {
      params: { ...SELL, amountInBaseUnits: '400000000000000000000000000000000000000' },
      code: 'QUOTE_FAILED',
    },
  ],
  serves: [
    {
      name: 'what the path is quoted at',
      before: [
        { tool: 'uniswap_quote_v4_path', params: { ...PATH, amountBaseUnits: AMOUNT }, keep: 'quote' },
      ],
      params: SELL,
      roundTrips: 3,
      plan: { 'calls.length': 5, 'expectation.toleranceBps': 50 },
      expect: {
        tokenIn: at('USDC'),
        tokenOut: at('WETH'),
        amountInBaseUnits: AMOUNT,
        amountOutBaseUnits: kept('quote.amountOutBaseUnits'),
      },
    },
    {
      name: 'native coins at the end, with a minimum of the own',
      params: {
        tokens: ['USDC', 'WETH', 'ETH'],
        pools: [{ feeTier: 3000 }, WRAPPING],
        amountInBaseUnits: AMOUNT,
        amountOutMinimumBaseUnits: '990000000000000000',
      },
      expect: { amountOutBaseUnits: between('990000000000000000', '1000000000000000000') },
    },
    {
      name: 'a hook that sets its fee on the way',
      params: {
        tokens: ['WETH', 'ETH', 'USDC'],
        pools: [
          WRAPPING,
          { feeTier: 8388608, tickSpacing: 60, hooks: '0xD11ef00000000000000000000000000000001080' },
        ],
        amountInBaseUnits: '1000000000000000000',
      },
      expect: { tokenOut: at('USDC'), amountOutBaseUnits: between('2970000000', '3000000000') },
    },
  ],
})
