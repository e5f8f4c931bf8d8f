import { at, defineCases, kept, own } from '../../core/cases.ts'
import { STRAY_GIVEN } from './past-steps.ts'

/** Cases of `hook_test_exit_safety`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    // Nobody provides to a pool that wraps.
    {
      params: {
        tokenA: 'ETH',
        tokenB: 'WETH',
        feeTier: 0,
        tickSpacing: 60,
        hooks: '0x57991106cb7Aa27E2771Beda0D6522F68524A888',
      },
      code: 'NOT_FOUND',
    },
  ],
  serves: [
    {
      // The hook keeps 5.43 % of what leaves (`FeeTakingHook.LIQUIDITY_FEE`).
      name: 'a hook that keeps a part',
      // What anyone opened since stands in the way of none.
      before: STRAY_GIVEN,
      roundTrips: 7,
      params: {
        tokenA: 'USDC',
        tokenB: 'WETH',
        feeTier: 3000,
        hooks: '0xFEE7a40000000000000000000000000000000547',
      },
      expect: { positionId: '5', owner: at('lp'), canLeave: true, shortfallBps: 543 },
    },
    {
      name: 'a hook that only sets the fee',
      before: [{ tool: 'uniswap_get_v4_position', params: { positionId: '4' }, keep: 'held' }],
      params: { positionId: '4' },
      expect: {
        canLeave: true,
        revertReason: null,
        shortfallBps: 0,
        paid0BaseUnits: own('expected0BaseUnits'),
        paid1BaseUnits: own('expected1BaseUnits'),
        poolId: kept('held.poolId'),
      },
    },
  ],
})
