import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'
import { PENDING, RUNNING, STAKED } from './staked-position.ts'

const positionId = kept('minted.positionId')
const incentive = RUNNING

/** Cases of `uniswap_stake_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999', incentive }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1', incentive }, code: 'POSITION_NOT_OWNED' },
    {
      before: [MINTED],
      params: { positionId, incentive: { ...RUNNING, rewardToken: 'USDC' } },
      code: 'INCENTIVE_NOT_FOUND',
    },
    { before: [MINTED], params: { positionId, incentive: PENDING }, code: 'INCENTIVE_NOT_OPEN' },
    {
      before: [MINTED, { tool: 'uniswap_remove_liquidity', params: { positionId, shareBps: 10000 } }],
      params: { positionId, incentive },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
    { before: STAKED, params: { positionId, incentive }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a position that the account holds',
      before: [MINTED],
      params: { positionId, incentive },
      expect: { 'incentiveIds.length': 1, tokens: [] },
      after: [
        {
          chain: onChain(
            at('uniswap-v3.positionManager'),
            'function ownerOf(uint256) view returns (address)',
            [positionId],
          ),
          expect: { '': at('uniswap-v3.staker') },
        },
        {
          tool: 'uniswap_get_stake',
          params: { positionId },
          expect: { depositor: at('account'), 'stakes.0.rewardToken': at('DAI') },
        },
        { tool: 'uniswap_close_position', params: { positionId }, code: 'POSITION_NOT_OWNED' },
      ],
    },
    {
      name: 'one that lies with the staker',
      before: [...STAKED, { tool: 'testnet_time_travel', params: { durationSeconds: 1_296_000 } }],
      params: { positionId, incentive: PENDING },
      expect: { 'incentiveIds.length': 1 },
      after: [
        {
          tool: 'uniswap_get_stake',
          params: { positionId },
          expect: { 'stakes.length': 2, 'stakes.0.rewardToken': at('WETH') },
        },
      ],
    },
  ],
})
