import { at, callData, defineCases, kept } from '../../core/cases.ts'

const TRANSFER = {
  from: 'trader',
  to: at('USDC'),
  data: callData('function transfer(address to, uint256 amount)', [at('owner'), '5']),
}

const TO_OWNER = {
  contract: at('USDC'),
  event: 'event Transfer(address indexed from, address indexed to, uint256 value)',
  filter: { to: at('owner') },
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
    {
      params: { contract: at('USDC'), event: 'event Nothing()', fromBlock: '2', toBlock: '1' },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      before: [
        { send: TRANSFER, keep: 'hash' },
        { tool: 'data_get_transaction', params: { hash: kept('hash') }, keep: 'transaction' },
      ],
      params: { ...TO_OWNER, fromBlock: kept('transaction.blockNumber') },
      expect: {
        'events.length': 1,
        'events.0.transactionHash': kept('hash'),
        'events.0.args': { from: at('trader'), to: at('owner'), value: '5' },
      },
    },
    {
      name: 'page by page, the newest first',
      before: [
        { send: TRANSFER, keep: 'first' },
        { tool: 'data_get_transaction', params: { hash: kept('first') }, keep: 'transaction' },
        { send: TRANSFER, keep: 'second' },
        {
          tool: 'data_query_events',
          params: { ...TO_OWNER, fromBlock: kept('transaction.blockNumber'), limit: 1 },
          keep: 'page',
          expect: { 'events.length': 1, 'events.0.transactionHash': kept('second'), totalFound: 2 },
        },
      ],
      params: {
        ...TO_OWNER,
        fromBlock: kept('page.fromBlock'),
        cursor: kept('page.cursor'),
        limit: 1,
      },
      expect: {
        'events.length': 1,
        'events.0.transactionHash': kept('first'),
        totalFound: 1,
        cursor: null,
      },
    },
    {
      name: 'up to blocks that are still to come',
      params: { contract: at('USDC'), event: 'event Nothing()', toBlock: '999999999' },
      expect: { totalFound: 0, toBlock: { $not: '999999999' } },
    },
  ],
})
