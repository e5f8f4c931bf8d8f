import { defineCases, kept } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'

/** Cases of `uniswap_burn_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { before: [MINTED], params: { positionId: kept('minted.positionId') }, code: 'POSITION_NOT_EMPTY' },
  ],
  serves: [
    {
      before: [
        MINTED,
        {
          tool: 'uniswap_remove_liquidity',
          params: { positionId: kept('minted.positionId'), shareBps: 10000 },
        },
      ],
      params: { positionId: kept('minted.positionId') },
      expect: { positionId: kept('minted.positionId'), tokens: [] },
    },
  ],
})
