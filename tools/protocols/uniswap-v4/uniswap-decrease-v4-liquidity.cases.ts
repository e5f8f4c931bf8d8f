import { defineCases, kept } from '../../core/cases.ts'
import { ID, liquidityOf, MINTED, TRADED } from './past-steps.ts'

/** Cases of `uniswap_decrease_v4_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { shareBps: 100, positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { shareBps: 100, positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: { ...ID, shareBps: 0 }, code: 'INVALID_PARAMS' },
    {
      before: [MINTED, { tool: 'uniswap_decrease_v4_liquidity', params: { ...ID, shareBps: 10_000 } }],
      params: { ...ID, shareBps: 100 },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      name: 'a part, with all of the fees',
      before: [MINTED, TRADED],
      params: { ...ID, shareBps: 4_000 },
      roundTrips: 2,
      plan: { 'calls.length': 1 },
      expect: { ...ID, 'tokens.length': 2 },
      after: [
        {
          tool: 'uniswap_get_v4_position',
          params: ID,
          expect: { liquidity: liquidityOf(kept('minted.positionId')), fees0BaseUnits: '0' },
        },
      ],
    },
  ],
})
