import { at, defineCases, kept } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'
import { SWAPPED } from './swap-steps.ts'

const head = { tool: 'stream_subscribe_liquidity', params: SWAPPED, keep: 'before' }
const aside = {
  tool: 'uniswap_add_liquidity',
  // Below the price a position holds token1 alone.
  params: {
    ...SWAPPED,
    tickLower: 100000,
    tickUpper: 101000,
    amountABaseUnits: '0',
    amountBBaseUnits: '10000000000000000',
  },
}
const since = { cursor: kept('before.nextCursor'), ...SWAPPED }

/** Cases of `stream_subscribe_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, cursor: '99999999-0' }, code: 'INVALID_PARAMS' },
    { params: { pool: at('USDC') }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: 'only what is near the price',
      before: [head, MINTED, aside],
      params: { ...since, withinTicks: 0 },
      expect: { 'events.length': 1, 'events.0.liquidity': kept('minted.liquidityDelta') },
      after: [
        {
          tool: 'stream_subscribe_liquidity',
          params: { ...since, limit: 1 },
          expect: { 'events.length': 1, hasMore: true },
        },
        { tool: 'stream_subscribe_liquidity', params: since, expect: { 'events.length': 2 } },
      ],
    },
    {
      name: 'what was removed',
      before: [
        MINTED,
        head,
        {
          tool: 'uniswap_remove_liquidity',
          params: { positionId: kept('minted.positionId'), shareBps: 10000 },
        },
      ],
      params: since,
      expect: {
        'events.length': 1,
        'events.0.type': 'burn',
        'events.0.liquidity': kept('minted.liquidityDelta'),
      },
    },
  ],
})
