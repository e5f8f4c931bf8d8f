import { at, between, defineCases, onChain } from '../../core/cases.ts'

const SELL = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '3000000000' }

/** Cases of `uniswap_find_best_route`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SELL, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SELL, tokenIn: 'ETH' }, code: 'SAME_TOKEN' },
    { params: { ...SELL, tokenIn: 'NOSUCH' }, code: 'UNKNOWN_TOKEN' },
    // More than all pools hold.
    { params: { ...SELL, tokenIn: 'WETH', tokenOut: 'USDT', amountInBaseUnits: '1' }, code: 'NO_ROUTE' },
  ],
  serves: [
    {
      name: 'a little goes through the cheapest pool',
      params: SELL,
      roundTrips: 4,
      expect: {
        tokenIn: at('USDC'),
        'legs.length': 1,
        'legs.0.version': 'v3',
        'legs.0.feeTiers.0': 500,
        'legs.0.shareBps': 10_000,
        betterThanSingleBps: 0,
        gasCostBaseUnits: between('1', '1000000000000000'),
        // What the quoter of V3 itself says of that pool.
        amountOutBaseUnits: onChain(
          at('uniswap-v3.quoter'),
          'function quoteExactInput(bytes path, uint256 amountIn) view returns (uint256, uint160[], uint32[], uint256)',
          [
            '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb480001f4c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
            '3000000000',
          ],
          0,
        ),
      },
    },
    {
      name: 'a pool of dust, whose quotes pass all prices, keeps no other from being quoted',
      before: [
        {
          tool: 'uniswap_create_pool',
          params: { tokenA: 'USDC', tokenB: 'WETH', feeTier: 100, price: '0.000333' },
        },
        {
          as: 'lp',
          tool: 'uniswap_add_liquidity',
          params: {
            tokenA: 'USDC',
            tokenB: 'WETH',
            feeTier: 100,
            rangeTicks: 500,
            amountABaseUnits: '1000',
            amountBBaseUnits: '333000000000',
          },
        },
      ],
      params: SELL,
      roundTrips: 4,
      expect: { 'legs.length': 1, 'legs.0.version': 'v3', 'legs.0.feeTiers.0': 500 },
    },
    {
      name: 'much is shared out, and pays more than one route',
      params: { ...SELL, amountInBaseUnits: '20000000000000' },
      expect: {
        'legs.length': between(2, 4),
        betterThanSingleBps: between(50, 2_000),
        'legs.0.amountInBaseUnits': between('5000000000000', '15000000000000'),
      },
    },
    {
      name: 'what gas costs is told in the bought token',
      baseFeeWei: '1000000000000',
      params: SELL,
      expect: { 'legs.length': 1, gasCostBaseUnits: between('10000000000000000', '100000000000000000') },
    },
    {
      name: 'over a token between, where no pool is direct',
      params: { ...SELL, tokenIn: 'WBTC', amountInBaseUnits: '10000000', tokenOut: 'USDC' },
      expect: { 'legs.0.version': 'v3', 'legs.0.tokens.1': at('WETH'), 'legs.0.feeTiers.0': 3000 },
    },
    {
      name: 'a pair of V2',
      params: { ...SELL, tokenIn: 'WBTC', amountInBaseUnits: '10000000', tokenOut: 'USDT' },
      expect: {
        'legs.length': 1,
        'legs.0.version': 'v2',
        amountOutBaseUnits: onChain(
          at('uniswap-v2.router'),
          'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
          ['10000000', [at('WBTC'), at('USDT')]],
          1,
        ),
      },
    },
  ],
})
