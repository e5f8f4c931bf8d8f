import { at, defineCases, kept } from '../../core/cases.ts'
import { ADDED, heldBy } from './past-steps.ts'

const REMOVE = { tokenA: 'WETH', tokenB: 'USDT', shareBps: 10_000 }

/** Cases of `uniswap_remove_v2_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: REMOVE, code: 'LIQUIDITY_NOT_HELD' },
    { params: { ...REMOVE, tokenB: 'USDC' }, code: 'PAIR_NOT_FOUND' },
    { params: { ...REMOVE, shareBps: 0 }, code: 'INVALID_PARAMS' },
    { params: { ...REMOVE, tokenB: 'WETH' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      name: 'all, as it would be paid out before',
      before: [
        ...ADDED,
        { tool: 'uniswap_get_v2_position', params: { tokenA: 'WETH', tokenB: 'USDT' }, keep: 'held' },
      ],
      params: REMOVE,
      roundTrips: 1,
      plan: { 'calls.length': 2 },
      expect: {
        pair: at('uniswap-v2.wethUsdt'),
        'tokens.0.deltaBaseUnits': kept('held.amount0BaseUnits'),
        'tokens.1.deltaBaseUnits': kept('held.amount1BaseUnits'),
      },
      after: [
        {
          tool: 'uniswap_get_v2_position',
          params: { tokenA: 'WETH', tokenB: 'USDT' },
          expect: { liquidityBaseUnits: '0' },
        },
      ],
    },
    {
      name: 'a part, after others traded and gave',
      before: [
        ...ADDED,
        { later: { protocol: 'uniswap-v2', act: 'trade', shareBps: 100 } },
        { later: { protocol: 'uniswap-v2', act: 'donate', shareBps: 10 } },
      ],
      params: { ...REMOVE, shareBps: 4_000 },
      after: [
        {
          tool: 'uniswap_get_v2_position',
          params: { tokenA: 'WETH', tokenB: 'USDT' },
          expect: { liquidityBaseUnits: heldBy('account') },
        },
      ],
    },
  ],
})
