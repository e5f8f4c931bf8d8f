import { at, callData, defineCases, kept, not, onChain } from '../../core/cases.ts'
import { MINTED, shows, viewOf } from './cage-cases.ts'

const MANAGER = at('uniswap-v3.positionManager')
const TOKEN = kept('minted.positionId')
const HOLDER = onChain(MANAGER, 'function ownerOf(uint256) view returns (address)', [TOKEN])
const HOLDINGS =
  'holdings() view returns ((address reader, bytes32 key, bytes32 place, uint256 health, (uint256 units, uint256 index, uint40 claimableFrom, (address token, int256 amount)[] legs)[] lots, bool readable)[])'

/** Cases of `wallet_withdraw_cage_position`. */
export const CASES = defineCases({
  refuses: [
    {
      before: [
        {
          tool: 'uniswap_add_liquidity',
          params: {
            tokenA: 'WETH',
            tokenB: 'USDC',
            feeTier: 500,
            rangeTicks: 500,
            amountABaseUnits: '1000000000000000000',
            amountBBaseUnits: '2000000000',
          },
          as: 'whale',
        },
        { tool: 'uniswap_list_positions', params: { owner: at('whale') }, keep: 'others' },
        {
          send: {
            from: 'whale',
            to: MANAGER,
            data: callData('function transferFrom(address, address, uint256)', [
              at('whale'),
              at('account'),
              kept('others.positions.-1.positionId'),
            ]),
          },
        },
      ],
      params: { collection: MANAGER, tokenId: kept('others.positions.-1.positionId') },
      code: 'POSITION_TOKEN_NOT_COUNTED',
    },
    { params: { collection: MANAGER, tokenId: '999999' }, code: 'POSITION_TOKEN_NOT_HELD' },
    { params: { collection: MANAGER, tokenId: '-1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'the owner gets the position, and the account goes on',
      before: [MINTED, ...shows([[HOLDER, at('account')]])],
      params: { collection: MANAGER, tokenId: TOKEN },
      roundTrips: 4,
      expect: { withdrawn: true, sharesWad: not('0') },
      after: [
        ...shows([
          [HOLDER, at('owner')],
          [viewOf(HOLDINGS), []],
        ]),
        { tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } },
      ],
    },
  ],
})
