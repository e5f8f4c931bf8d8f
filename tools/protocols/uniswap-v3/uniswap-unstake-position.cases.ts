import { at, balanceOf, between, defineCases, kept, onChain, sum } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'
import { EARNED, STAKED } from './staked-position.ts'

const positionId = kept('minted.positionId')
const owner = onChain(at('uniswap-v3.positionManager'), 'function ownerOf(uint256) view returns (address)', [
  positionId,
])
const owed = onChain(at('uniswap-v3.staker'), 'function rewards(address, address) view returns (uint256)', [
  at('DAI'),
  at('account'),
])

/** Cases of `uniswap_unstake_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_STAKED' },
    { before: [MINTED], params: { positionId }, code: 'POSITION_NOT_STAKED' },
  ],
  serves: [
    {
      name: 'with its rewards',
      before: [...STAKED, EARNED, { chain: balanceOf('DAI', 'account'), keep: 'held' }],
      params: { positionId },
      expect: {
        'incentiveIds.length': 1,
        'tokens.length': 1,
        'tokens.0.token': at('DAI'),
        'tokens.0.deltaBaseUnits': between('500000000000000000', '50000000000000000000'),
      },
      after: [
        { chain: owner, expect: { '': at('account') } },
        // The rewards of the last seconds stay.
        { chain: owed, expect: { '': between('0', '1000000000000000') } },
        {
          chain: balanceOf('DAI', 'account'),
          expect: { '': between(sum(kept('held'), '500000000000000000'), '1e30') },
        },
        { tool: 'uniswap_close_position', params: { positionId } },
      ],
    },
    {
      name: 'without them',
      before: [...STAKED, EARNED],
      params: { positionId, keepRewards: true },
      expect: { 'incentiveIds.length': 1, tokens: [] },
      after: [
        { chain: owner, expect: { '': at('account') } },
        { chain: owed, expect: { '': between('500000000000000000', '50000000000000000000') } },
      ],
    },
  ],
})
