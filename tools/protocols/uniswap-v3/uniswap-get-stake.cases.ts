import { at, between, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED, POSITION } from './minted-position.ts'
import { EARNED, RUNNING, STAKED } from './staked-position.ts'

/** Cases of `uniswap_get_stake`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: { positionId: kept('minted.positionId') }, code: 'POSITION_NOT_STAKED' },
    {
      before: STAKED,
      params: {
        positionId: kept('minted.positionId'),
        incentives: [{ ...RUNNING, endSeconds: RUNNING.endSeconds + 1 }],
      },
      code: 'STAKES_UNKNOWN',
    },
  ],
  serves: [
    {
      before: [...STAKED, EARNED],
      params: { positionId: kept('minted.positionId') },
      expect: {
        depositor: at('account'),
        'stakes.length': 1,
        'stakes.0.rewardToken': at('DAI'),
        'stakes.0.startSeconds': RUNNING.startSeconds,
        'stakes.0.liquidity': onChain(
          at('uniswap-v3.positionManager'),
          POSITION,
          [kept('minted.positionId')],
          7,
        ),
        // The only stake in the pool earns by its share of the liquidity in range: about 5 000 of 70 000 000 USD, in a
        // range that is narrower than any other.
        'stakes.0.earnedBaseUnits': between('500000000000000000', '50000000000000000000'),
        'stakes.0.unclaimedBaseUnits': '0',
      },
      after: [
        // What is paid is what was shown.
        {
          tool: 'uniswap_get_stake',
          params: { positionId: kept('minted.positionId'), incentives: [RUNNING] },
          keep: 'stake',
        },
        {
          tool: 'uniswap_unstake_position',
          params: { positionId: kept('minted.positionId') },
          expect: {
            tokens: [{ token: at('DAI'), deltaBaseUnits: kept('stake.stakes.0.earnedBaseUnits') }],
          },
        },
      ],
    },
    {
      name: 'an incentive that is named twice is one stake',
      before: [...STAKED, EARNED],
      params: { positionId: kept('minted.positionId'), incentives: [RUNNING, RUNNING] },
      expect: { 'stakes.length': 1 },
    },
  ],
})
