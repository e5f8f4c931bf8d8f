import { between, defineCases, kept } from '../../core/cases.ts'
import { ID, liquidityOf, MINTED, TRADED } from './past-steps.ts'

/** Cases of `uniswap_compound_v4_fees`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: ID, code: 'INSUFFICIENT_LIQUIDITY' },
  ],
  serves: [
    {
      name: 'as much of the fees as the range takes',
      before: [MINTED, TRADED],
      params: ID,
      roundTrips: 3,
      plan: { 'calls.length': 10 },
      expect: { ...ID, liquidityDelta: between('1', kept('minted.liquidityDelta')) },
      after: [
        {
          tool: 'uniswap_get_v4_position',
          params: ID,
          expect: {
            liquidity: liquidityOf(kept('minted.positionId')),
            fees0BaseUnits: '0',
            fees1BaseUnits: '0',
          },
        },
      ],
    },
  ],
})
