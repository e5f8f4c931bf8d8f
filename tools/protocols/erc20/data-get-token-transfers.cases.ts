import { at, callData, defineCases, kept } from '../../core/cases.ts'

const transferAs = (from: string, to: string, amount: string, keep?: string) => ({
  send: {
    from,
    to: at('USDC'),
    data: callData('function transfer(address to, uint256 amount)', [at(to), amount]),
  },
  ...(keep === undefined ? {} : { keep }),
})

/** Three transfers, a block each. */
const MOVED = [
  transferAs('trader', 'stranger', '7', 'first'),
  transferAs('stranger', 'trader', '3', 'second'),
  transferAs('stranger', 'stranger', '2', 'third'),
]

const OF_STRANGER = { token: 'USDC', account: at('stranger') }

/** Cases of `data_get_token_transfers`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { token: 'USDC', cursor: 'latest' }, code: 'INVALID_PARAMS' },
    { params: { token: 'USDC', cursor: '999999999' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: MOVED,
      params: { ...OF_STRANGER, blocks: 3 },
      roundTrips: 3,
      expect: {
        'transfers.length': 3,
        'transfers.0.transactionHash': kept('first'),
        'transfers.0.direction': 'in',
        'transfers.0.counterparty': at('trader'),
        'transfers.0.amountBaseUnits': '7',
        'transfers.1.direction': 'out',
        'transfers.1.counterparty': at('trader'),
        'transfers.2.transactionHash': kept('third'),
        'transfers.2.direction': 'self',
        receivedBaseUnits: '7',
        sentBaseUnits: '3',
        isComplete: true,
      },
    },
    {
      name: 'the second page',
      before: [
        ...MOVED,
        {
          tool: 'data_get_token_transfers',
          params: { ...OF_STRANGER, blocks: 3, limit: 1 },
          keep: 'page',
          expect: { 'transfers.length': 1, isComplete: false },
        },
      ],
      params: { ...OF_STRANGER, cursor: kept('page.cursor'), limit: 2 },
      expect: {
        'transfers.length': 2,
        'transfers.0.transactionHash': kept('second'),
        'transfers.1.transactionHash': kept('third'),
        isComplete: true,
      },
    },
    {
      name: 'nothing after the end',
      before: [
        { tool: 'data_get_token_transfers', params: { ...OF_STRANGER, blocks: 1 }, keep: 'page' },
        transferAs('trader', 'whale', '1'),
      ],
      params: { ...OF_STRANGER, cursor: kept('page.cursor') },
      expect: { transfers: [], isComplete: true },
    },
  ],
})
