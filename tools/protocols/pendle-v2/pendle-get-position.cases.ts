import { at, between, defineCases } from '../../core/cases.ts'
import { heldOf, MARKET, PT, SY, YT } from './origin-markets.ts'

/** Cases of `pendle_get_position`. */
export const CASES = defineCases({
  refuses: [{ params: { market: at('trader') }, code: 'PENDLE_NOT_FOUND' }],
  serves: [
    {
      name: 'who opened the market',
      params: { market: MARKET, account: at('lp') },
      expect: {
        account: at('lp'),
        syBaseUnits: heldOf(SY, 'lp'),
        ptBaseUnits: heldOf(PT, 'lp'),
        ytBaseUnits: heldOf(YT, 'lp'),
        lpBaseUnits: heldOf(MARKET, 'lp'),
        // All but what the market keeps of its first liquidity.
        ptOfLpBaseUnits: between('499000000000000000000000', '500100000000000000000000'),
        // Half a million YT of the 2.5 million and some to which 12 DAI came, less the fee.
        claimableSyBaseUnits: between('2315000000000000000', '2323000000000000000'),
        'claimableRewards.length': 1,
        'claimableRewards.0.amountBaseUnits': '0',
      },
    },
    {
      name: 'nothing yet',
      params: { market: MARKET },
      expect: { account: at('account'), ptBaseUnits: '0', lpBaseUnits: '0', claimableSyBaseUnits: '0' },
    },
  ],
})
