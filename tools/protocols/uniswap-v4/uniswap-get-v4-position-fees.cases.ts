import { between, defineCases } from '../../core/cases.ts'

/** Cases of `uniswap_get_v4_position_fees`. */
export const CASES = defineCases({
  refuses: [{ params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' }],
  serves: [
    {
      // Its pool alone with its providers: 0.3 % of 600 USDC and of 0.2 WETH, each twice, to the last rounding.
      params: { positionId: '3' },
      roundTrips: 2,
      expect: {
        fees0BaseUnits: between('3599990', '3600000'),
        fees1BaseUnits: between('1199999999999990', '1200000000000000'),
      },
    },
    {
      name: 'a dynamic fee is what the swaps paid',
      params: { positionId: '4' },
      expect: {
        fees0BaseUnits: between('999999999999990', '1000000000000000'),
        fees1BaseUnits: between('2999990', '3000000'),
      },
    },
  ],
})
