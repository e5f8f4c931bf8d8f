import { at, defineCases, onChain, own } from '../../core/cases.ts'
import { PENDING, RUNNING } from './staked-position.ts'

const INCENTIVES = 'function incentives(bytes32) view returns (uint256, uint160, uint96)'
const unclaimed = (place: number) =>
  onChain(at('uniswap-v3.staker'), INCENTIVES, [own(`incentives.${place}.incentiveId`)], 0)

/** Cases of `uniswap_list_incentives`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenA: 'WETH' }, code: 'INVALID_PARAMS' },
    { params: { rewardToken: 'NOSUCH' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      name: 'of a pool',
      params: { tokenA: 'WETH', tokenB: 'USDC', feeTier: 500, blocks: 10000 },
      expect: {
        totalFound: 2,
        'incentives.0.pool': onChain(
          at('uniswap-v3.factory'),
          'function getPool(address, address, uint24) view returns (address)',
          [at('WETH'), at('USDC'), 500],
        ),
        'incentives.0.rewardToken': at('DAI'),
        'incentives.0.startSeconds': RUNNING.startSeconds,
        'incentives.0.endSeconds': RUNNING.endSeconds,
        'incentives.0.refundee': RUNNING.refundee,
        'incentives.0.status': 'running',
        'incentives.0.rewardBaseUnits': '90000000000000000000000',
        'incentives.0.rewardPerDayBaseUnits': '1000000000000000000000',
        'incentives.0.unclaimedBaseUnits': unclaimed(0),
        'incentives.0.numberOfStakes': 0,
        'incentives.1.startSeconds': PENDING.startSeconds,
        'incentives.1.status': 'pending',
        'incentives.1.unclaimedBaseUnits': unclaimed(1),
      },
    },
    {
      name: 'of a reward, once it is over',
      before: [{ tool: 'testnet_time_travel', params: { durationSeconds: 7_776_000 } }],
      params: { rewardToken: 'DAI', blocks: 10000 },
      expect: { totalFound: 1, 'incentives.0.status': 'ended' },
    },
    {
      name: 'of another pool',
      params: { tokenA: 'WETH', tokenB: 'USDC', feeTier: 3000, blocks: 10000 },
      expect: { totalFound: 0, incentives: [] },
    },
  ],
})
