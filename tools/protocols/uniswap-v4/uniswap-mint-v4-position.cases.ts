import { at, between, defineCases, own } from '../../core/cases.ts'
import { BESIDE, IN_NATIVE_POOL, IN_POOL, liquidityOf, UNWRAPPED } from './past-steps.ts'

const FAR_PRICE = '280000000000000000000000000'

/** Cases of `uniswap_mint_v4_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...IN_POOL, feeTier: 100 }, code: 'POOL_NOT_INITIALIZED' },
    { params: { ...IN_POOL, feeTier: 1234 }, code: 'INVALID_PARAMS' },
    { params: { ...IN_POOL, tokenB: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...IN_POOL, amountABaseUnits: '0' }, code: 'INSUFFICIENT_LIQUIDITY' },
    { params: { ...IN_POOL, tickLower: 60 }, code: 'INVALID_PARAMS' },
    { params: { ...BESIDE, tickLower: 61, tickUpper: 120 }, code: 'INVALID_PARAMS' },
    {
      // At tick 885 322, where the spacing has its last tick at 884 709.
      before: [
        {
          tool: 'uniswap_initialize_v4_pool',
          params: { tokenA: 'USDC', tokenB: 'WETH', feeTier: 3_000, tickSpacing: 32_767, price: FAR_PRICE },
        },
      ],
      params: { ...IN_POOL, tickSpacing: 32_767, rangeTicks: 1 },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      name: 'within the budget',
      params: IN_POOL,
      roundTrips: 2,
      plan: { 'calls.length': 9 },
      expect: {
        liquidityDelta: liquidityOf(own('positionId')),
        'tokens.0.token': at('USDC'),
        // Half of a percent of the budget is kept for a price that moves.
        'tokens.0.deltaBaseUnits': between('-1990100000', '-1989900000'),
        'tokens.1.token': at('WETH'),
      },
    },
    {
      name: 'with native coins',
      before: [UNWRAPPED],
      params: IN_NATIVE_POOL,
      plan: { 'calls.length': 5 },
      expect: { liquidityDelta: liquidityOf(own('positionId')), 'tokens.length': 2 },
    },
    {
      name: 'of one token alone, beside the price',
      params: BESIDE,
      plan: { 'calls.length': 5 },
      expect: { liquidityDelta: liquidityOf(own('positionId')), 'tokens.length': 1 },
    },
  ],
})
