import { defineCases, kept } from '../../core/cases.ts'
import { ID, MINTED, TRADED } from './past-steps.ts'

/** Cases of `uniswap_collect_v4_fees`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: ID, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      before: [MINTED, TRADED, { tool: 'uniswap_get_v4_position_fees', params: ID, keep: 'earned' }],
      params: ID,
      roundTrips: 2,
      plan: { 'calls.length': 1 },
      expect: {
        ...ID,
        liquidityDelta: '0',
        'tokens.0.deltaBaseUnits': kept('earned.fees0BaseUnits'),
        'tokens.1.deltaBaseUnits': kept('earned.fees1BaseUnits'),
      },
      after: [
        {
          tool: 'uniswap_get_v4_position_fees',
          params: ID,
          expect: { fees0BaseUnits: '0', fees1BaseUnits: '0' },
        },
      ],
    },
  ],
})
