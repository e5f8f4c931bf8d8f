import { at, between, defineCases } from '../../core/cases.ts'
import { ADDED, heldBy } from './past-steps.ts'

const PAIR = { tokenA: 'WETH', tokenB: 'USDT' }

/** Cases of `uniswap_get_v2_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenA: 'WETH' }, code: 'INVALID_PARAMS' },
    { params: { tokenA: 'WBTC', tokenB: 'DAI' }, code: 'PAIR_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'what was added',
      before: ADDED,
      params: PAIR,
      roundTrips: 1,
      expect: {
        account: at('account'),
        liquidityBaseUnits: heldBy('account'),
        amount0BaseUnits: between('1000000000000000000', '1010000000000000000'),
        // Rounding goes to those who stay.
        amount1BaseUnits: between('2999999998', '2999999999'),
        shareOfPairPpm: between(599, 601),
      },
    },
    {
      name: "another account's",
      params: { ...PAIR, account: at('lp') },
      expect: { liquidityBaseUnits: heldBy('lp'), shareOfPairPpm: 999_999 },
    },
    {
      name: 'nothing',
      params: PAIR,
      expect: { liquidityBaseUnits: '0', amount0BaseUnits: '0', shareOfPairPpm: 0 },
    },
  ],
})
