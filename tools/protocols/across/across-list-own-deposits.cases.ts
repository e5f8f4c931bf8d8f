import { at, defineCases } from '../../core/cases.ts'

/** Cases of `across_list_own_deposits`. */
export const CASES = defineCases({
  refuses: [{ params: { blocks: 10001 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'of an account that sent',
      params: { account: at('trader'), blocks: 10000 },
      expect: {
        totalFound: 3,
        'deposits.0.depositId': '0',
        'deposits.0.destinationChainId': 8453,
        'deposits.0.inputToken': '0x000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        'deposits.0.outputToken': '0x000000000000000000000000833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        'deposits.0.inputAmountBaseUnits': '1000000000',
        'deposits.0.outputAmountBaseUnits': '999500000',
        'deposits.0.isToSelf': true,
        'deposits.0.isPastDeadline': false,
      },
      after: [
        { tool: 'testnet_time_travel', params: { durationSeconds: 43_200 } },
        {
          tool: 'across_list_own_deposits',
          params: { account: at('trader'), blocks: 10000, limit: 1 },
          expect: { totalFound: 3, 'deposits.length': 1, 'deposits.0.isPastDeadline': true },
        },
      ],
    },
    { name: 'of the own account', params: { blocks: 10000 }, expect: { totalFound: 0, deposits: [] } },
  ],
})
