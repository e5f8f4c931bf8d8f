import { at, between, defineCases, own, type Reference, sum } from '../../core/cases.ts'
import { quotedInput } from './quoter-views.ts'

const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }
const amountIn = (side: string) => own(`levels.${side}.amountInBaseUnits`)
const nearly = (amount: Reference) => between(sum(amount, '-1000000000'), amount)
const [USDC, WETH] = [at('USDC'), at('WETH')]

const deep = quotedInput(WETH, USDC, 500, amountIn('1.up'), 0)

/** Cases of `uniswap_get_pool_depth`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...POOL, changesBps: [9001] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // The quoter swaps just these amounts to just these prices, over initialised ticks as well. A price is reached
      // to the base unit of what is sold, and one of USDC is worth less than 10^9 of WETH.
      params: { ...POOL, changesBps: [10, 1000] },
      expect: {
        'levels.0.down.amountOutBaseUnits': nearly(quotedInput(USDC, WETH, 500, amountIn('0.down'), 0)),
        'levels.1.down.amountOutBaseUnits': nearly(quotedInput(USDC, WETH, 500, amountIn('1.down'), 0)),
        'levels.0.up.amountOutBaseUnits': quotedInput(WETH, USDC, 500, amountIn('0.up'), 0),
        // Of several steps the rounding of one fee may be missing.
        'levels.1.up.amountOutBaseUnits': between(deep, sum(deep, '1')),
        'levels.1.up.isComplete': true,
      },
    },
    {
      name: 'further than was read',
      params: { ...POOL, changesBps: [5000], wordsEachSide: 0 },
      expect: { 'levels.0.down.isComplete': false },
    },
  ],
})
