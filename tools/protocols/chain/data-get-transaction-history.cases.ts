import { at, callData, defineCases, kept } from '../../core/cases.ts'

const PAID = [
  {
    send: {
      from: 'trader',
      to: at('USDC'),
      data: callData('function transfer(address to, uint256 amount)', [at('owner'), '5']),
    },
    keep: 'first',
  },
  { send: { from: 'stranger', to: at('owner') } },
  {
    send: {
      from: 'trader',
      to: at('weth'),
      data: callData('function withdraw(uint256)', [(10n ** 30n).toString()]),
    },
    keep: 'second',
  },
  { send: { from: 'trader', to: at('owner'), valueWei: '7' }, keep: 'third' },
]

/** Cases of `data_get_transaction_history`. */
export const CASES = defineCases({
  refuses: [
    { params: { blocks: 51 }, code: 'INVALID_PARAMS' },
    { params: { cursor: '99999999' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [...PAID, { tool: 'data_get_transaction', params: { hash: kept('second') }, keep: 'reverted' }],
      params: { account: at('trader'), blocks: 4 },
      // The head, four blocks, three receipts.
      roundTrips: 8,
      expect: {
        'transactions.length': 3,
        'transactions.0.hash': kept('first'),
        'transactions.0.label': 'USDC',
        'transactions.0.functionName': 'transfer',
        'transactions.0.isCertain': true,
        'transactions.0.status': 'success',
        'transactions.1.hash': kept('second'),
        'transactions.1.protocol': 'weth',
        'transactions.1.status': 'reverted',
        'transactions.1.gasUsed': kept('reverted.gasUsed'),
        'transactions.1.nonce': kept('reverted.nonce'),
        'transactions.2.functionName': 'native transfer',
        'transactions.2.valueWei': '7',
        isComplete: true,
      },
    },
    {
      name: 'the second page',
      before: [
        ...PAID,
        {
          tool: 'data_get_transaction_history',
          params: { account: at('trader'), blocks: 4, limit: 1 },
          keep: 'page',
          expect: { 'transactions.length': 1, isComplete: false },
        },
      ],
      params: { account: at('trader'), cursor: kept('page.cursor') },
      roundTrips: 7,
      expect: {
        'transactions.length': 2,
        'transactions.0.hash': kept('second'),
        'transactions.1.hash': kept('third'),
      },
    },
  ],
})
