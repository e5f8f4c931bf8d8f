import { at, type CaseStep, callData, defineCases, kept } from '../../core/cases.ts'

const TRANSFER = 'event Transfer(address indexed from, address indexed to, uint256 value)'

const pay = (to: string, amount: string, keep: string): CaseStep => ({
  send: {
    from: 'trader',
    to: at('USDC'),
    data: callData('function transfer(address to, uint256 amount)', [at(to), amount]),
  },
  keep,
})

/** A reader who begins, and three payments after. */
const PAID: readonly CaseStep[] = [
  { tool: 'stream_subscribe_contract_events', params: { contract: at('USDC') }, keep: 'begun' },
  pay('owner', '1', 'first'),
  pay('stranger', '2', 'second'),
  pay('owner', '3', 'third'),
]

/** Cases of `stream_subscribe_contract_events`. */
export const CASES = defineCases({
  refuses: [
    { params: { contract: at('USDC'), cursor: '12.1' }, code: 'INVALID_PARAMS' },
    { params: { contract: at('USDC'), filter: { to: at('owner') } }, code: 'INVALID_PARAMS' },
    { params: { contract: at('USDC'), event: TRANSFER, filter: { value: '1' } }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'all that came since, decoded',
      before: PAID,
      params: { contract: at('USDC'), cursor: kept('begun.cursor') },
      roundTrips: 3,
      expect: {
        label: 'USDC',
        'events.length': 3,
        'events.0.transactionHash': kept('first'),
        'events.0.eventName': 'Transfer',
        'events.0.isCertain': true,
        'events.0.args.2.value': '1',
        'events.2.transactionHash': kept('third'),
        isCaughtUp: true,
        reorganisedAfterBlock: null,
      },
    },
    {
      name: 'one event, filtered, the second page',
      before: [
        ...PAID,
        {
          tool: 'stream_subscribe_contract_events',
          params: {
            contract: at('USDC'),
            event: TRANSFER,
            filter: { to: at('owner') },
            cursor: kept('begun.cursor'),
            limit: 1,
          },
          keep: 'page',
          expect: { 'events.length': 1, isCaughtUp: false },
        },
      ],
      params: {
        contract: at('USDC'),
        event: TRANSFER,
        filter: { to: at('owner') },
        cursor: kept('page.cursor'),
      },
      expect: {
        'events.length': 1,
        'events.0.transactionHash': kept('third'),
        'events.0.args': [
          { name: 'from', type: 'address', value: at('trader') },
          { name: 'to', type: 'address', value: at('owner') },
          { name: 'value', type: 'uint256', value: '3' },
        ],
      },
    },
    {
      name: 'one that was seen and is gone',
      before: [
        { tool: 'stream_subscribe_contract_events', params: { contract: at('USDC') }, keep: 'begun' },
        { tool: 'testnet_take_snapshot', keep: 'ring' },
        pay('owner', '1', 'lost'),
        {
          tool: 'stream_subscribe_contract_events',
          params: { contract: at('USDC'), cursor: kept('begun.cursor') },
          keep: 'seen',
          expect: { 'events.length': 1 },
        },
        { tool: 'testnet_revert_snapshot', params: { snapshotId: kept('ring.snapshotId') } },
        { tool: 'testnet_mine_blocks', params: { count: 2 } },
        pay('stranger', '9', 'other'),
      ],
      params: { contract: at('USDC'), cursor: kept('seen.cursor') },
      expect: {
        'events.length': 1,
        'events.0.transactionHash': kept('other'),
        reorganisedAfterBlock: { $not: null },
      },
    },
  ],
})
