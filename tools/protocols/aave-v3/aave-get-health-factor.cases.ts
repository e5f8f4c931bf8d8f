import { at, between, defineCases } from '../../core/cases.ts'
import { borrowAs, supplyAs, TRADER_BORROWS } from './past-steps.ts'

/** Cases of `aave_get_health_factor`. */
export const CASES = defineCases({
  refuses: [{ params: { account: 'me' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'one collateral: 12 000 of debt over 10 WETH at 83 %',
      before: TRADER_BORROWS,
      params: { account: at('trader') },
      roundTrips: 3,
      expect: {
        healthFactor: between(2.0749, 2.0751),
        isLiquidatable: false,
        'collaterals.length': 1,
        'collaterals.0.priceUsd': '3000',
        'collaterals.0.liquidationPriceUsd': between(1_445.78, 1_445.8),
        'collaterals.0.distancePercent': between(51.8, 51.81),
      },
    },
    {
      name: 'what else is pledged may be enough without it',
      before: [
        ...supplyAs('trader', 'WETH', '1000000000000000000'),
        ...supplyAs('trader', 'DAI', '20000000000000000000000'),
        borrowAs('trader', 'USDC', '10000000000'),
      ],
      params: { account: at('trader') },
      expect: {
        'collaterals.length': 2,
        'collaterals.0.symbol': 'WETH',
        'collaterals.0.liquidationPriceUsd': null,
        'collaterals.1.liquidationPriceUsd': between(0.469, 0.47),
      },
    },
    { name: 'no debt', expect: { healthFactor: null, isLiquidatable: false, collaterals: [] } },
  ],
})
