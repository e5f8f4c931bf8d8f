import { at, between, callData, defineCases, kept, not, sum } from '../../core/cases.ts'
import { MINTED, viewOf } from './cage-cases.ts'

const VALUE = viewOf('netAssetValueUsdc() view returns (uint256)')
const MANAGER = at('uniswap-v3.positionManager')
const INCREASE =
  'function increaseLiquidity((uint256 tokenId, uint256 amount0, uint256 amount1, uint256 amount0Min, uint256 amount1Min, uint256 deadline))'

/** Cases of `wallet_absorb_cage_position`. */
export const CASES = defineCases({
  refuses: [{ params: { reader: at('account'), key: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'what somebody added to a position',
      before: [
        MINTED,
        {
          send: {
            from: 'whale',
            to: at('WETH'),
            data: callData('function approve(address, uint256)', [MANAGER, '1000000000000000000']),
          },
        },
        {
          send: {
            from: 'whale',
            to: at('USDC'),
            data: callData('function approve(address, uint256)', [MANAGER, '2000000000']),
          },
        },
        {
          send: {
            from: 'whale',
            to: MANAGER,
            data: callData(INCREASE, [
              [kept('minted.positionId'), '2000000000', '1000000000000000000', '0', '0', '99999999999'],
            ]),
          },
        },
        { tool: 'safety_get_cage_policy', keep: 'policy' },
        { chain: VALUE, keep: 'value' },
      ],
      params: { reader: kept('policy.positions.0.reader'), key: kept('policy.positions.0.key') },
      expect: { absorbed: true, sharesWad: not('0') },
      // What was given counts from now on: 2 000 USDC and what of a WETH goes with them.
      after: [
        {
          chain: VALUE,
          expect: { '': between(sum(kept('value'), '2000000000'), sum(kept('value'), '6000000000')) },
        },
      ],
    },
  ],
})
