import { at, callData, defineCases, kept, own } from '../../core/cases.ts'
import { STRAY_GIVEN } from './past-steps.ts'

/** Cases of `uniswap_list_v4_positions`. */
export const CASES = defineCases({
  refuses: [
    { params: { owner: `0x${'00'.repeat(20)}` }, code: 'INVALID_PARAMS' },
    { params: { limit: 51 }, code: 'INVALID_PARAMS' },
    { params: { owner: '0x12' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    { params: {}, expect: { owner: at('account'), totalOwned: 0, 'positions.length': 0 } },
    {
      name: 'of the provider, the newest first',
      before: [{ tool: 'uniswap_get_v4_position', params: { positionId: '4' }, keep: 'one' }],
      params: { owner: at('lp') },
      roundTrips: 5,
      expect: {
        totalOwned: own('positions.length'),
        'positions.0.positionId': '5',
        'positions.1.positionId': '4',
        'positions.1.liquidity': kept('one.liquidity'),
        'positions.1.amount0BaseUnits': kept('one.amount0BaseUnits'),
        'positions.-1.positionId': '1',
      },
    },
    {
      name: 'one that went on to another account stands in the way of none',
      before: [
        {
          send: {
            from: 'lp',
            to: at('uniswap-v4.positionManager'),
            data: callData('function transferFrom(address from, address to, uint256 id)', [
              at('lp'),
              at('trader'),
              '5',
            ]),
          },
        },
      ],
      params: { owner: at('lp'), limit: 1 },
      roundTrips: 5,
      expect: { totalOwned: 4, 'positions.length': 1, 'positions.0.positionId': '4' },
    },
    {
      name: 'one of what is no token, which anyone may give, keeps no other from being listed',
      before: STRAY_GIVEN,
      params: { owner: at('lp') },
      roundTrips: 8,
      expect: { totalOwned: 6, 'positions.length': 5, unread: ['6'] },
    },
    {
      name: 'no further than told',
      params: { owner: at('lp'), limit: 2, openOnly: true },
      roundTrips: 5,
      expect: { 'positions.length': 2, totalOwned: 5 },
    },
  ],
})
