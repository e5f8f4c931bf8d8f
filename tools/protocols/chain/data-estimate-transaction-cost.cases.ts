import { at, between, callData, defineCases, own, product, sum } from '../../core/cases.ts'

const transferOf = (amount: string) => ({
  to: at('USDC'),
  data: callData('function transfer(address to, uint256 amount)', [at('owner'), amount]),
})

/** Cases of `data_estimate_transaction_cost`. */
export const CASES = defineCases({
  refuses: [
    { params: { to: at('recipient'), valueWei: '9'.repeat(78) }, code: 'INVALID_PARAMS' },
    { params: { to: at('recipient'), valueWei: (2n ** 255n).toString() }, code: 'INVALID_PARAMS' },
    { params: transferOf((2n ** 256n - 1n).toString()), code: 'SIMULATION_REVERTED' },
    { params: { to: '0x12' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: transferOf('1'),
      expect: { gas: between('21000', '100000'), isPriceStale: false },
    },
    {
      name: 'at a price',
      before: [
        { tool: 'testnet_set_base_fee', params: { baseFeeWei: '7000000000' } },
        { send: { from: 'trader', to: at('owner'), valueWei: '1', gasPriceWei: '9000000000' } },
      ],
      params: { to: at('recipient'), valueWei: '1', from: at('trader') },
      expect: {
        gas: '21000',
        priorityFeeWei: between('2000000000', '10000000000'),
        costWei: product(own('gas'), sum(own('baseFeeWei'), own('priorityFeeWei'))),
        // An ether is worth 3 000 USD.
        costUsd: between('0.5', '1.2'),
      },
    },
  ],
})
