import { at, between, defineCases } from '../../core/cases.ts'
import { ORIGIN_ORDERS, SWAPPER } from './origin-orders.ts'

const OTHER_FILLER = '0x00000000000000000000000000000000000f111e'

const refused = (order: keyof typeof ORIGIN_ORDERS, reason: string, name: string) => ({
  name,
  params: ORIGIN_ORDERS[order],
  expect: { isFillable: false, reason, 'input.amountBaseUnits': null, 'outputs.0.amountBaseUnits': null },
})

/** Cases of `uniswap_quote_uniswapx_order`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...ORIGIN_ORDERS.steady, order: '0x1234' }, code: 'ORDER_UNKNOWN' },
    {
      // Of another reactor.
      params: {
        ...ORIGIN_ORDERS.steady,
        order: ORIGIN_ORDERS.steady.order.replaceAll('6000da47', '6000da48'),
      },
      code: 'ORDER_UNKNOWN',
    },
  ],
  serves: [
    {
      name: 'steady amounts',
      params: ORIGIN_ORDERS.steady,
      expect: {
        swapper: SWAPPER,
        nonce: '1',
        deadlineSeconds: '1800086388',
        exclusiveFiller: null,
        isFillable: true,
        reason: null,
        'input.token': at('USDC'),
        'input.amountBaseUnits': '3000000000',
        'outputs.length': 1,
        'outputs.0.token': at('WETH'),
        'outputs.0.recipient': SWAPPER,
        'outputs.0.amountBaseUnits': '990000000000000000',
        fees: [],
      },
    },
    {
      // Of its hour forty minutes are over, and as many seconds as the blocks took: each takes 0.05 USDC.
      name: 'an output that falls',
      before: [{ tool: 'testnet_time_travel', params: { durationSeconds: 600 } }],
      params: ORIGIN_ORDERS.falling,
      expect: {
        isFillable: true,
        'input.amountBaseUnits': '1000000000000000000',
        'outputs.0.startAmountBaseUnits': '3060000000',
        'outputs.0.endAmountBaseUnits': '2880000000',
        'outputs.0.amountBaseUnits': between('2939000000', '2940000000'),
      },
    },
    {
      ...refused('exclusive', 'NoExclusiveOverride()', 'one that is kept for another filler'),
      after: [
        {
          tool: 'uniswap_quote_uniswapx_order',
          params: ORIGIN_ORDERS.exclusive,
          expect: { exclusiveFiller: OTHER_FILLER },
        },
      ],
    },
    refused('late', 'DeadlinePassed()', 'one that is over'),
    refused('filled', 'InvalidNonce()', 'one that was filled'),
    refused('unfunded', 'TRANSFER_FROM_FAILED', 'one that nobody pays for'),
    {
      name: 'a signature over another order',
      params: { ...ORIGIN_ORDERS.steady, signature: ORIGIN_ORDERS.falling.signature },
      expect: { isFillable: false, reason: 'InvalidSigner()' },
    },
  ],
})
