import { at, defineCases, kept } from '../../core/cases.ts'
import { keepSwaps, othersSwap, SWAPPED } from './swap-steps.ts'

const head = { tool: 'stream_subscribe_trades', params: SWAPPED, keep: 'before' }

/** Cases of `stream_subscribe_trades`. */
export const CASES = defineCases({
  refuses: [
    { params: { pool: at('USDC') }, code: 'NOT_FOUND' },
    { params: { ...SWAPPED, cursor: '99999999-0' }, code: 'INVALID_PARAMS' },
    { params: { ...SWAPPED, cursor: 'now' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a page at a time',
      before: [
        head,
        ...othersSwap,
        keepSwaps,
        {
          tool: 'stream_subscribe_trades',
          params: { ...SWAPPED, cursor: kept('before.nextCursor'), limit: 3 },
          keep: 'first',
          expect: { 'trades.length': 3, hasMore: true },
        },
      ],
      params: { ...SWAPPED, cursor: kept('first.nextCursor'), limit: 3 },
      expect: {
        'trades.length': 1,
        hasMore: false,
        'trades.0.transactionHash': kept('swapped.swaps.3.transactionHash'),
        'trades.0.amountInBaseUnits': '30000000000',
        'trades.0.recipient': at('trader'),
      },
    },
    {
      name: 'above a size',
      before: [head, ...othersSwap],
      params: { ...SWAPPED, cursor: kept('before.nextCursor'), minimum1BaseUnits: '40000000000000000000' },
      expect: { 'trades.length': 2, 'trades.0.tokenIn': at('WETH'), 'trades.1.tokenIn': at('USDC') },
    },
    {
      name: 'nothing new',
      before: [head],
      params: { ...SWAPPED, cursor: kept('before.nextCursor') },
      expect: { trades: [], nextCursor: kept('before.nextCursor') },
    },
  ],
})
