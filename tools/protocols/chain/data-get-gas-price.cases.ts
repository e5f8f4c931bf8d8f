import { at, between, defineCases, own, sum } from '../../core/cases.ts'

/** Cases of `data_get_gas_price`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        { tool: 'testnet_set_base_fee', params: { baseFeeWei: '7000000000' } },
        { send: { from: 'trader', to: at('owner'), valueWei: '1', gasPriceWei: '9000000000' } },
      ],
      expect: {
        baseFeeWei: between('6000000000', '8000000000'),
        'normal.maxFeeWei': sum(own('baseFeeWei'), own('baseFeeWei'), own('normal.priorityFeeWei')),
      },
    },
  ],
})
