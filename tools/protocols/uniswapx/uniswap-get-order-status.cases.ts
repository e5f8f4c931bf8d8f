import { at, defineCases } from '../../core/cases.ts'
import { ORIGIN_ORDERS, SWAPPER } from './origin-orders.ts'

const of = (order: keyof typeof ORIGIN_ORDERS) => ({ order: ORIGIN_ORDERS[order].order, blocks: 10_000 })

/** Cases of `uniswap_get_order_status`. */
export const CASES = defineCases({
  refuses: [
    { params: { order: '0x' }, code: 'ORDER_UNKNOWN' },
    { params: { ...of('steady'), blocks: 10_001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'one that is open until its deadline',
      params: of('steady'),
      expect: { swapper: SWAPPER, nonce: '1', status: 'open', fill: null },
      after: [
        { tool: 'testnet_time_travel', params: { durationSeconds: 86_500 } },
        { tool: 'uniswap_get_order_status', params: of('steady'), expect: { status: 'expired' } },
      ],
    },
    {
      name: 'one that was filled',
      params: of('filled'),
      expect: { status: 'filled', 'fill.filler': at('lp') },
      after: [
        {
          tool: 'uniswap_get_order_status',
          params: { ...of('filled'), blocks: 1 },
          expect: { status: 'used', fill: null },
        },
      ],
    },
    {
      name: 'up to blocks that are still to come',
      params: { ...of('filled'), toBlock: '999999999' },
      expect: { status: 'filled', toBlock: { $not: '999999999' } },
    },
    {
      name: 'one that was cancelled',
      params: of('cancelled'),
      expect: { nonce: '7', status: 'cancelled', fill: null },
    },
  ],
})
