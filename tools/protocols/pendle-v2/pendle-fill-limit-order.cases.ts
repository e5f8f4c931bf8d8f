import { at, between, defineCases } from '../../core/cases.ts'
import { MATURES, PT, SPLIT, SY, WRAPPED, YT } from './origin-markets.ts'
import { ORIGIN_ORDERS } from './origin-orders.ts'

const { buysPt, sellsPt, buysYt, sellsYt } = ORIGIN_ORDERS

const refused = (order: keyof typeof ORIGIN_ORDERS) => ({
  params: ORIGIN_ORDERS[order],
  code: 'PENDLE_ORDER_NOT_FILLABLE',
})
const LIMIT_ROUTER = at('pendle-v2.limitRouter')

/** Cases of `pendle_fill_limit_order`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { ...buysPt, order: { ...buysPt.order, makingAmount: (2n ** 256n).toString() } },
      code: 'INVALID_PARAMS',
    },
    { params: { ...buysPt, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...buysPt, order: { ...buysPt.order, YT: at('trader') } }, code: 'PENDLE_NOT_FOUND' },
    { before: [SPLIT, MATURES], params: buysPt, code: 'PENDLE_MATURED' },
    { params: { ...buysPt, signature: sellsPt.signature }, code: 'PENDLE_ORDER_NOT_FILLABLE' },
    {
      params: { ...buysPt, order: { ...buysPt.order, maker: at('account') } },
      code: 'PENDLE_ORDER_NOT_FILLABLE',
    },
    refused('late'),
    refused('unfunded'),
    refused('otherToken'),
    refused('cancelled'),
    { params: sellsPt, code: 'INSUFFICIENT_LIQUIDITY' },
  ],
  serves: [
    {
      name: 'PT is sold to its maker',
      driftBps: 3,
      before: [SPLIT],
      params: { ...buysPt, amountBaseUnits: '500000000000000000000' },
      roundTrips: 3,
      plan: {
        'calls.length': 3,
        'calls.0.to': PT,
        'calls.1.to': LIMIT_ROUTER,
        'expectation.assets.length': 0,
        'expectation.positions.length': 2,
      },
      expect: {
        'tokens.length': 0,
        'positions.0.token': SY,
        // Less a fee of two hundredths of a percent a year.
        'positions.0.deltaBaseUnits': between('499900000000000000000', '499999999999999999999'),
        'positions.1.token': PT,
        'positions.1.deltaBaseUnits': between('-507000000000000000000', '-506000000000000000000'),
      },
    },
    {
      name: 'PT is bought of its maker',
      driftBps: 3,
      before: [WRAPPED],
      params: sellsPt,
      expect: {
        'positions.0.token': PT,
        'positions.0.deltaBaseUnits': '1000000000000000000000',
        'positions.1.token': SY,
        'positions.1.deltaBaseUnits': between('-988000000000000000000', '-987000000000000000000'),
      },
    },
    {
      name: 'YT is sold to a maker who pays the asset',
      driftBps: 3,
      before: [SPLIT],
      params: buysYt,
      expect: {
        'positions.0.token': SY,
        'positions.0.deltaBaseUnits': between('9900000000000000000', '10000000000000000000'),
        'positions.1.token': YT,
        'positions.1.deltaBaseUnits': between('-810000000000000000000', '-790000000000000000000'),
      },
    },
    {
      name: 'YT is bought of a maker who gets the asset',
      driftBps: 3,
      before: [WRAPPED],
      params: sellsYt,
      expect: {
        'positions.0.token': YT,
        'positions.0.deltaBaseUnits': '1000000000000000000000',
        'positions.1.token': SY,
        'positions.1.deltaBaseUnits': between('-13000000000000000000', '-12000000000000000000'),
      },
    },
  ],
})
