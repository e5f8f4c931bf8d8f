import { defineCases, kept, own } from '../../core/cases.ts'
import { ASIDE, ID, liquidityOf, MINTED, TRADED } from './past-steps.ts'

/** Cases of `uniswap_rebalance_v4_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { rangeTicks: 600, positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { rangeTicks: 600, positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: ID, code: 'INVALID_PARAMS' },
    {
      // Of WETH alone, to where USDC alone would be needed.
      before: [ASIDE],
      params: { ...ID, tickLower: 240_000, tickUpper: 246_000 },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      name: 'to a narrower range, with the fees',
      before: [MINTED, TRADED],
      params: { ...ID, rangeTicks: 600 },
      roundTrips: 3,
      plan: { 'calls.length': 10 },
      expect: {
        'positions.0.positionId': kept('minted.positionId'),
        'positions.1.liquidityDelta': liquidityOf(own('positions.1.positionId')),
      },
      after: [{ tool: 'uniswap_get_v4_position', params: ID, code: 'POSITION_NOT_FOUND' }],
    },
  ],
})
