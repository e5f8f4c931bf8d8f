import { defineCases } from '../../core/cases.ts'
import { ID, MINTED, NATIVE_MINTED, TRADED } from './past-steps.ts'

const GONE = [{ tool: 'uniswap_get_v4_position', params: ID, code: 'POSITION_NOT_FOUND' }]

/** Cases of `uniswap_close_v4_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'all of it, fees included',
      before: [MINTED, TRADED],
      params: ID,
      roundTrips: 2,
      plan: { 'calls.length': 1 },
      expect: { ...ID, 'tokens.length': 2 },
      after: GONE,
    },
    {
      name: 'native coins come as such',
      before: NATIVE_MINTED,
      params: ID,
      expect: { ...ID, 'tokens.length': 2 },
      after: GONE,
    },
  ],
})
