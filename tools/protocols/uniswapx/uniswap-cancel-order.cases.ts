import { at, type CaseStep, defineCases, kept } from '../../core/cases.ts'
import { ORIGIN_ORDERS } from './origin-orders.ts'

/** The account has an order with nonce 300, as `built`. */
const BUILT: CaseStep = {
  tool: 'uniswap_build_uniswapx_order',
  params: {
    tokenIn: 'USDC',
    tokenOut: 'WETH',
    amountInBaseUnits: '3000000000',
    startAmountOutBaseUnits: '1010000000000000000',
    ttlSeconds: 600,
    nonce: '300',
  },
  keep: 'built',
}

/** Cases of `uniswap_cancel_order`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { order: ORIGIN_ORDERS.steady.order, nonce: '1' }, code: 'INVALID_PARAMS' },
    { params: { nonce: (2n ** 256n).toString() }, code: 'INVALID_PARAMS' },
    { params: { order: '0x' }, code: 'ORDER_UNKNOWN' },
    { params: { order: ORIGIN_ORDERS.steady.order }, code: 'ORDER_NOT_OWN' },
    {
      before: [BUILT, { tool: 'testnet_time_travel', params: { durationSeconds: 700 } }],
      params: { order: kept('built.order') },
      code: 'ORDER_ENDED',
    },
    {
      before: [{ tool: 'safety_invalidate_permit2_nonces', params: { nonces: ['300'] } }],
      params: { nonce: '300' },
      code: 'ORDER_ENDED',
    },
  ],
  serves: [
    {
      name: 'an order by its bytes',
      before: [BUILT],
      params: { order: kept('built.order') },
      roundTrips: 2,
      plan: { 'calls.length': 1, 'calls.0.to': at('permit2'), 'expectation.assets.length': 0 },
      expect: { nonce: '300', word: '1' },
      after: [
        {
          tool: 'uniswap_get_order_status',
          params: { order: kept('built.order') },
          expect: { status: 'cancelled' },
        },
        {
          tool: 'data_get_permit2_nonces',
          params: { words: ['0', '1'] },
          expect: { 'words.0.usedCount': 0, 'words.1.usedCount': 1, 'words.1.firstFreeNonce': '256' },
        },
      ],
    },
    { name: 'an order by its nonce', params: { nonce: '255' }, expect: { nonce: '255', word: '0' } },
  ],
})
