import { at, callData, defineCases, kept } from '../core/cases.ts'

const GREEDY = {
  name: 'Greedy',
  symbol: 'GRD',
  decimals: 6,
  feeBps: 1_000,
  holder: at('trader'),
  supplyBaseUnits: '1000',
}

/** Cases of `testnet_deploy_hostile_token`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...GREEDY, feeBps: 10_001 }, code: 'INVALID_PARAMS' },
    { params: { ...GREEDY, reenters: 'always' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: GREEDY,
      after: [
        { tool: 'testnet_deploy_hostile_token', params: GREEDY, keep: 'greedy' },
        {
          send: {
            from: 'trader',
            to: kept('greedy.token'),
            data: callData('function transfer(address to, uint256 amount)', [at('stranger'), '1000']),
          },
        },
        {
          tool: 'data_get_token_info',
          params: { token: kept('greedy.token') },
          expect: { symbol: 'GRD', decimals: 6, isListed: false },
        },
        {
          tool: 'data_read_contract',
          params: {
            contract: kept('greedy.token'),
            function: 'function balanceOf(address) view returns (uint256)',
            args: [at('stranger')],
          },
          expect: { result: '900' },
        },
      ],
    },
  ],
})
