import { at, defineCases } from '../../core/cases.ts'
import { ADDED, BOUGHT, heldBy } from './past-steps.ts'

const ADD = {
  tokenA: 'USDT',
  tokenB: 'WETH',
  amountABaseUnits: '3000000000',
  amountBBaseUnits: '2000000000000000000',
}

/** Cases of `uniswap_add_v2_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...ADD, amountABaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...ADD, tokenB: 'USDT' }, code: 'SAME_TOKEN' },
    { params: { ...ADD, tokenB: 'USDC' }, code: 'PAIR_NOT_FOUND' },
    { params: { ...ADD, amountBBaseUnits: '1' }, code: 'INSUFFICIENT_LIQUIDITY' },
  ],
  serves: [
    {
      name: 'a share that is new',
      before: [BOUGHT],
      params: ADD,
      roundTrips: 1,
      plan: { 'calls.length': 5 },
      expect: { pair: at('uniswap-v2.wethUsdt'), liquidityDeltaBaseUnits: heldBy('account') },
    },
    {
      name: 'more of it, the other token being short',
      before: ADDED,
      params: { ...ADD, amountBBaseUnits: '500000000000000000' },
      expect: { 'tokens.length': 2 },
    },
  ],
})
