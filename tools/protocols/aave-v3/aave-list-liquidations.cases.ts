import { at, between, defineCases } from '../../core/cases.ts'

/** Cases of `aave_list_liquidations`. */
export const CASES = defineCases({
  refuses: [{ params: { limit: 0 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      roundTrips: 4,
      expect: {
        totalFound: 1,
        'liquidations.0.liquidator': at('lp'),
        'liquidations.0.debt': at('USDC'),
        'liquidations.0.debtBaseUnits': '1000000000',
        'liquidations.0.collateral': at('WBTC'),
        // A thousand dollars with five per cent on top, less the protocol's tenth of these.
        'liquidations.0.collateralBaseUnits': between(1_741_600, 1_741_700),
        'liquidations.0.price': between(57_400, 57_450),
        'liquidations.0.bonusBps': 500,
      },
    },
    { name: 'none of late', params: { blocks: 2 }, expect: { liquidations: [] } },
  ],
})
