import { at, defineCases, kept } from '../../core/cases.ts'
import { BOUGHT } from './past-steps.ts'

const PAIR = { tokenA: 'WETH', tokenB: 'USDT' }

/** Cases of `uniswap_get_v2_pair_swaps`. */
export const CASES = defineCases({
  refuses: [
    { params: { pair: at('USDC') }, code: 'NOT_FOUND' },
    { params: { ...PAIR, blocks: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [BOUGHT],
      params: { ...PAIR, blocks: 1 },
      expect: {
        totalFound: 1,
        'swaps.0.amount0InBaseUnits': '2100000000000000000',
        'swaps.0.amount1InBaseUnits': '0',
        'swaps.0.amount0OutBaseUnits': '0',
        'swaps.0.amount1OutBaseUnits': kept('bought.amountOutBaseUnits'),
        'swaps.0.sender': at('uniswap-v2.router'),
        'swaps.0.recipient': at('account'),
      },
    },
  ],
})
