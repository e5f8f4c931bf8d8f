import { at, between, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'

/** Cases of `uniswap_list_positions`. */
export const CASES = defineCases({
  refuses: [{ params: { limit: 0 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        MINTED,
        { tool: 'uniswap_get_position', params: { positionId: kept('minted.positionId') }, keep: 'position' },
      ],
      expect: {
        owner: at('account'),
        totalOwned: 1,
        'positions.length': 1,
        'positions.0.positionId': kept('minted.positionId'),
        'positions.0.liquidity': kept('position.liquidity'),
        'positions.0.amount0BaseUnits': kept('position.amount0BaseUnits'),
        'positions.0.valueUsd': between(1000, 10000),
      },
    },
    {
      name: 'of another owner',
      params: { owner: at('lp'), limit: 3 },
      expect: {
        'positions.length': 3,
        totalOwned: onChain(
          at('uniswap-v3.positionManager'),
          'function balanceOf(address) view returns (uint256)',
          [at('lp')],
        ),
      },
    },
  ],
})
