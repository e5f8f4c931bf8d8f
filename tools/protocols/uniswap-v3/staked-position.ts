import { at, kept } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'

/** The incentive of the WETH/USDC pool that runs from the start. */
export const RUNNING = {
  rewardToken: 'DAI',
  startSeconds: 1_799_989_200,
  endSeconds: 1_807_765_200,
  refundee: at('lp'),
}

/** The one that begins two weeks later. */
export const PENDING = {
  rewardToken: 'WETH',
  startSeconds: 1_801_198_800,
  endSeconds: 1_803_790_800,
  refundee: at('lp'),
}

/** The steps by which cases come to a position that is staked. */
export const STAKED = [
  MINTED,
  {
    tool: 'uniswap_stake_position',
    params: { positionId: kept('minted.positionId'), incentive: RUNNING },
  },
]

/** Ten days in which a stake earns. */
export const EARNED = { tool: 'testnet_time_travel', params: { durationSeconds: 864_000 } }
