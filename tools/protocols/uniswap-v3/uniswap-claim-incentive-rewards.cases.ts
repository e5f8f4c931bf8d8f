import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { EARNED, STAKED } from './staked-position.ts'

const owed = onChain(at('uniswap-v3.staker'), 'function rewards(address, address) view returns (uint256)', [
  at('DAI'),
  at('account'),
])

/** Cases of `uniswap_claim_incentive_rewards`. */
export const CASES = defineCases({
  refuses: [
    { params: { rewardToken: 'DAI' }, code: 'ZERO_AMOUNT' },
    { params: { rewardToken: 'NOSUCH' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      before: [
        ...STAKED,
        EARNED,
        {
          tool: 'uniswap_unstake_position',
          params: { positionId: kept('minted.positionId'), keepRewards: true },
        },
        { chain: owed, keep: 'owed' },
      ],
      params: { rewardToken: 'DAI' },
      expect: { tokens: [{ token: at('DAI'), deltaBaseUnits: kept('owed') }] },
      after: [{ chain: owed, expect: { '': '0' } }],
    },
  ],
})
