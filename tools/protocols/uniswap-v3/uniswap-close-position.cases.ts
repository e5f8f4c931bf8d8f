import { defineCases, kept } from '../../core/cases.ts'
import { MINTED, TRADES } from './minted-position.ts'

/** Cases of `uniswap_close_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
  ],
  serves: [
    {
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId') },
      after: [
        { tool: 'uniswap_list_positions', expect: { totalOwned: 0, positions: [] } },
        {
          tool: 'uniswap_get_position',
          params: { positionId: kept('minted.positionId') },
          code: 'POSITION_NOT_FOUND',
        },
      ],
    },
    {
      name: 'positions of one range share what the pool rounds off',
      before: [
        MINTED,
        { ...MINTED, params: { ...MINTED.params, amountABaseUnits: '33333333333333333' }, keep: 'second' },
        ...TRADES,
        { tool: 'uniswap_collect_fees', params: { positionId: kept('minted.positionId') } },
        ...TRADES,
        { tool: 'uniswap_close_position', params: { positionId: kept('minted.positionId') } },
      ],
      params: { positionId: kept('second.positionId') },
    },
  ],
})
