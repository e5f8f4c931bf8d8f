import { defineCases, kept, matching } from '../core/cases.ts'

/** Cases of `testnet_deploy_mock_token`. */
export const CASES = defineCases({
  refuses: [{ params: { name: 'Mock', symbol: 'MCK', decimals: 37 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      params: { name: 'Mock', symbol: 'MCK', decimals: 9 },
      expect: { token: matching('^0x[0-9a-fA-F]{40}$') },
      after: [
        {
          tool: 'testnet_deploy_mock_token',
          params: { name: 'Second', symbol: 'SEC', decimals: 7 },
          keep: 'second',
        },
        {
          tool: 'data_get_token_info',
          params: { token: kept('second.token') },
          expect: { symbol: 'SEC', decimals: 7, isListed: false },
        },
      ],
    },
  ],
})
