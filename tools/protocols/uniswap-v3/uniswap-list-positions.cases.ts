import { at, between, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'

/** Cases of `uniswap_list_positions`. */
export const CASES = defineCases({
  refuses: [
    { params: { owner: `0x${'00'.repeat(20)}` }, code: 'INVALID_PARAMS' },
    { params: { limit: 0 }, code: 'INVALID_PARAMS' },
  ],
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
        'positions.0.isPriceStale': false,
      },
    },
    {
      name: 'emptied ones stand in the way of no open one',
      before: [
        MINTED,
        {
          tool: 'uniswap_remove_liquidity',
          params: { positionId: kept('minted.positionId'), shareBps: 10000 },
        },
        { ...MINTED, keep: 'open' },
      ],
      params: { openOnly: true, limit: 1 },
      expect: {
        totalOwned: 2,
        'positions.length': 1,
        'positions.0.positionId': kept('open.positionId'),
      },
    },
    {
      name: 'at a price that is old',
      before: [
        MINTED,
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 95_000 } },
      ],
      expect: { 'positions.0.valueUsd': between(1000, 10000), 'positions.0.isPriceStale': true },
    },
    {
      name: 'of an owner of none',
      params: { owner: at('trader') },
      expect: { totalOwned: 0, positions: [] },
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
