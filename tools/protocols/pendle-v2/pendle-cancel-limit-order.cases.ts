import { at, defineCases } from '../../core/cases.ts'
import { ORIGIN_ORDERS } from './origin-orders.ts'

/** An order of the account's, which nobody has seen. */
const OWN = { ...ORIGIN_ORDERS.sellsPt.order, maker: at('account'), receiver: at('account') }
const LIMIT_ROUTER = at('pendle-v2.limitRouter')

/** Cases of `pendle_cancel_limit_order`. */
export const CASES = defineCases({
  refuses: [
    { params: { order: { ...OWN, salt: (2n ** 256n).toString() } }, code: 'INVALID_PARAMS' },
    { params: { order: { ...OWN, orderType: 4 } }, code: 'INVALID_PARAMS' },
    { params: { order: ORIGIN_ORDERS.sellsPt.order }, code: 'PENDLE_ORDER_NOT_OWN' },
    {
      params: { order: { ...OWN, expiry: ORIGIN_ORDERS.late.order.expiry } },
      code: 'PENDLE_ORDER_ENDED',
    },
  ],
  serves: [
    {
      params: { order: OWN },
      roundTrips: 1,
      plan: { 'calls.length': 1, 'calls.0.to': LIMIT_ROUTER, 'expectation.positions.length': 0 },
      expect: { orderHash: { $matches: '^0x[0-9a-f]{64}$' } },
      after: [{ tool: 'pendle_cancel_limit_order', params: { order: OWN }, code: 'PENDLE_ORDER_ENDED' }],
    },
  ],
})
