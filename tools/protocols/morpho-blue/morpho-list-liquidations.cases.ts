import { at, defineCases } from '../../core/cases.ts'
import { liquidatedAt, WBTC_USDC, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_list_liquidations`. */
export const CASES = defineCases({
  refuses: [{ params: { market: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    { name: 'none yet', expect: { totalFound: 0, liquidations: [] } },
    {
      name: 'one of a borrower',
      before: liquidatedAt('1700'),
      params: { market: WETH_USDC, borrower: at('trader') },
      expect: {
        totalFound: 1,
        'liquidations.0.market': WETH_USDC,
        'liquidations.0.borrower': at('trader'),
        'liquidations.0.liquidator': at('whale'),
        'liquidations.0.seizedBaseUnits': '400000000000000000000',
      },
    },
    {
      name: 'none of another market',
      before: liquidatedAt('1700'),
      params: { market: WBTC_USDC },
      expect: { totalFound: 0 },
    },
  ],
})
