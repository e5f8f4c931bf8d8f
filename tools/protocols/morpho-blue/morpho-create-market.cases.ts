import { at, defineCases } from '../../core/cases.ts'
import { WETH_USDC } from './origin-markets.ts'

const ORACLE = '0xdC6fd5831277c693b1054e19E94047cB37c77615'
const TERMS = { loanToken: 'USDC', collateralToken: 'WETH', oracle: ORACLE, lltvBps: 8_600 }

/** Cases of `morpho_create_market`. */
export const CASES = defineCases({
  refuses: [
    { params: TERMS, code: 'MARKET_EXISTS' },
    { params: { ...TERMS, collateralToken: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...TERMS, loanToken: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...TERMS, lltvBps: 9_000 }, code: 'MARKET_TERMS_REFUSED' },
    { params: { ...TERMS, irm: at('trader') }, code: 'MARKET_TERMS_REFUSED' },
    { params: { ...TERMS, lltvBps: 7_700, oracle: at('trader') }, code: 'MARKET_TERMS_REFUSED' },
  ],
  serves: [
    {
      params: { ...TERMS, lltvBps: 7_700 },
      expect: { market: { $not: WETH_USDC } },
      after: [
        {
          tool: 'morpho_list_markets',
          params: { blocks: 10 },
          expect: { totalFound: 1, 'markets.0.lltvBps': 7_700, 'markets.0.suppliedBaseUnits': '0' },
        },
      ],
    },
  ],
})
