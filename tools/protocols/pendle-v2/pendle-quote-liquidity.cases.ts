import { at, between, defineCases } from '../../core/cases.ts'
import { MARKET } from './origin-markets.ts'

const amountBaseUnits = '1000000000000000000000'

/** Cases of `pendle_quote_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), act: 'add', amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, act: 'add', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    {
      params: { market: MARKET, act: 'remove', amountBaseUnits: `${amountBaseUnits}000000` },
      code: 'PENDLE_NO_TRADE',
    },
  ],
  serves: [
    {
      name: 'joining, with half of it swapped to PT',
      params: { market: MARKET, act: 'add', amountBaseUnits },
      // A LP is worth 1.987 DAI.
      expect: {
        amountOutBaseUnits: between('502000000000000000000', '505000000000000000000'),
        ytOutBaseUnits: '0',
      },
    },
    {
      name: 'joining with the YT kept',
      params: { market: MARKET, act: 'addKeepYt', amountBaseUnits },
      expect: {
        amountOutBaseUnits: between('498000000000000000000', '501000000000000000000'),
        ytOutBaseUnits: between('498000000000000000000', '502000000000000000000'),
        feeSyBaseUnits: '0',
      },
    },
    {
      name: 'leaving',
      params: { market: MARKET, act: 'remove', amountBaseUnits },
      expect: { amountOutBaseUnits: between('1980000000000000000000', '1990000000000000000000') },
    },
  ],
})
