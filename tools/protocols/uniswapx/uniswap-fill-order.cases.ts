import { at, between, defineCases } from '../../core/cases.ts'
import { ORIGIN_ORDERS, SWAPPER } from './origin-orders.ts'

const refused = (order: keyof typeof ORIGIN_ORDERS) => ({
  params: ORIGIN_ORDERS[order],
  code: 'ORDER_NOT_FILLABLE',
})

/** Cases of `uniswap_fill_order`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...ORIGIN_ORDERS.steady, order: '0x1234' }, code: 'ORDER_UNKNOWN' },
    {
      params: { ...ORIGIN_ORDERS.steady, signature: ORIGIN_ORDERS.falling.signature },
      code: 'ORDER_NOT_FILLABLE',
    },
    refused('late'),
    refused('filled'),
    refused('cancelled'),
    refused('exclusive'),
    refused('unfunded'),
  ],
  serves: [
    {
      name: 'steady amounts',
      params: ORIGIN_ORDERS.steady,
      roundTrips: 1,
      plan: {
        'calls.length': 3,
        'calls.1.to': at('uniswapx.reactor'),
        'expectation.toleranceBps': 0,
        'expectation.assets.length': 2,
      },
      expect: {
        'tokens.length': 2,
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '3000000000',
        'tokens.1.token': at('WETH'),
        'tokens.1.deltaBaseUnits': '-990000000000000000',
      },
      after: [
        {
          tool: 'uniswap_get_order_status',
          params: { order: ORIGIN_ORDERS.steady.order },
          expect: { status: 'filled', 'fill.filler': at('account'), swapper: SWAPPER },
        },
      ],
    },
    {
      name: 'an output that falls',
      params: ORIGIN_ORDERS.falling,
      driftBps: 100,
      // Five minutes of its hour are a twelfth of what it falls by.
      plan: { 'expectation.toleranceBps': between(50, 52) },
      expect: {
        'tokens.0.deltaBaseUnits': '1000000000000000000',
        'tokens.1.deltaBaseUnits': between('-2970000000', '-2969000000'),
      },
    },
  ],
})
