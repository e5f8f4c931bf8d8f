import { between, type CaseStep, defineCases, kept, sum } from '../../core/cases.ts'

const aave = (tool: string, token: string, amountBaseUnits: string): CaseStep => ({
  tool,
  params: { token, amountBaseUnits },
  driftBps: 1,
})

const INDEBTED: readonly CaseStep[] = [
  aave('aave_supply_collateral', 'WETH', '4000000000000000000'),
  aave('aave_borrow_asset', 'USDC', '7900000000'),
]

/** Cases of `intel_stress_test_portfolio`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { shocks: [{ token: 'WETH', changeBps: -10_000 }] }, code: 'INVALID_PARAMS' },
    {
      params: {
        shocks: [
          { token: 'WETH', changeBps: -1_000 },
          { token: 'ETH', changeBps: -5_000 },
        ],
      },
      code: 'INVALID_PARAMS',
    },
    { params: { shocks: [{ token: 'NOPRICE', changeBps: -1 }] }, code: 'NO_PRICE' },
    { params: { shocks: [{ token: 'USDX', changeBps: -1 }] }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      name: 'a debt that a fall of its collateral makes liquidatable, as it does once the price has fallen',
      before: INDEBTED,
      params: { shocks: [{ token: 'WETH', changeBps: -2_500 }] },
      roundTrips: 4,
      expect: {
        isComplete: true,
        'shocks.length': 2,
        'shocks.0.symbol': 'ETH',
        'shocks.1.priceUsd': '3000',
        'shocks.1.priceAfterUsd': '2250',
        liquidatableCount: 2,
        'positions.length': 2,
        'positions.0.protocol': 'aave-v3',
        // 83 % of 9 000 USD against 7 900.
        'positions.0.healthAfterWad': between('945569000000000000', '945569700000000000'),
        'positions.0.isLiquidatable': true,
        // A quarter of 25 coins of 3 000 USD.
        changeMicroUsd: between('-18750000001', '-18749999999'),
      },
      after: [
        {
          tool: 'intel_stress_test_portfolio',
          params: { shocks: [{ token: 'WETH', changeBps: -2_500 }] },
          keep: 'foreseen',
        },
        { tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '2250' } },
        {
          tool: 'data_get_portfolio',
          expect: {
            'positions.0.healthWad': between('945569000000000000', '945569700000000000'),
            netMicroUsd: between(
              sum(kept('foreseen.netAfterMicroUsd'), '-1000'),
              sum(kept('foreseen.netAfterMicroUsd'), '1000'),
            ),
          },
        },
      ],
    },
    {
      name: 'of everything that is not stable, and a pool that splits anew',
      before: [
        {
          tool: 'uniswap_add_liquidity',
          params: {
            tokenA: 'WETH',
            tokenB: 'USDC',
            feeTier: 500,
            rangeTicks: 500,
            amountABaseUnits: '1000000000000000000',
            amountBBaseUnits: '2000000000',
          },
        },
      ],
      params: { allBps: -5_000, shocks: [{ token: 'USDC', changeBps: 0 }] },
      expect: {
        isComplete: true,
        liquidatableCount: 0,
        'positions.0.protocol': 'uniswap-v3',
        'positions.0.isLiquidatable': null,
      },
    },
  ],
})
