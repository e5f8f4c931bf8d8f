import { at, callData, defineCases, kept } from '../../core/cases.ts'

const TRANSFER = {
  from: 'trader',
  to: at('USDC'),
  data: callData('function transfer(address to, uint256 amount)', [at('owner'), '5']),
}

/** Cases of `data_query_events`. */
export const CASES = defineCases({
  refuses: [
    {
      params: {
        contract: at('USDC'),
        event: 'event Transfer(address indexed from)',
        filter: { to: at('USDC') },
      },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      before: [
        { send: TRANSFER, keep: 'hash' },
        { tool: 'data_get_transaction', params: { hash: kept('hash') }, keep: 'transaction' },
      ],
      params: {
        contract: at('USDC'),
        event: 'event Transfer(address indexed from, address indexed to, uint256 value)',
        filter: { to: at('owner') },
        fromBlock: kept('transaction.blockNumber'),
      },
      expect: {
        'events.length': 1,
        'events.0.transactionHash': kept('hash'),
        'events.0.args': { from: at('trader'), to: at('owner'), value: '5' },
      },
    },
    {
      name: 'up to blocks that are still to come',
      params: { contract: at('USDC'), event: 'event Nothing()', toBlock: '999999999' },
      expect: { totalFound: 0, toBlock: { $not: '999999999' } },
    },
  ],
})
