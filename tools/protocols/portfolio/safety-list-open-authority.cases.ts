import { at, balanceOf, callData, defineCases } from '../../core/cases.ts'

const ROUTER = at('uniswap-v3.swapRouter')
const NOTHING = { params: { unknown: true }, code: 'INVALID_PARAMS' } as const

/** Deploys what announces 300 approvals at once of whom it is told, and where it comes to stand. */
const DEPLOY_CRIER = `0x${'00'.repeat(32)}603a8060095f395ff360015f5261012c5b806004357f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560205fa3600190038060075700`
const CRIER = '0xb84D7a0Af43EA48a4107704DCc3cB0Cc9450bcBd'

/** Cases of `safety_list_open_authority`. */
export const CASES = defineCases({
  refuses: [NOTHING],
  serves: [
    {
      name: 'what a token and what Permit2 keeps',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'USDC', spender: ROUTER, amountBaseUnits: '12000000' },
        },
        {
          tool: 'permit2_approve_spender',
          params: { token: 'DAI', spender: ROUTER, amountBaseUnits: '777', ttlSeconds: 3_600 },
        },
      ],
      roundTrips: 7,
      expect: {
        account: at('account'),
        isComplete: true,
        'grants.length': 2,
        'grants.0.owner': at('account'),
        'grants.0.isOperator': false,
        'grants.0.symbol': 'USDC',
        'grants.0.spender': ROUTER,
        'grants.0.keeper': null,
        'grants.0.allowanceBaseUnits': '12000000',
        'grants.0.exposureMicroUsd': '12000000',
        'grants.0.isPriceStale': false,
        'grants.1.symbol': 'DAI',
        'grants.1.keeper': at('permit2'),
        'grants.1.allowanceBaseUnits': null,
        'grants.1.balanceBaseUnits': balanceOf('DAI', 'account'),
        signatures: [],
      },
    },
    {
      name: 'by a price of long ago',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'USDC', spender: ROUTER, amountBaseUnits: '12000000' },
        },
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      roundTrips: 7,
      expect: { 'grants.0.exposureMicroUsd': '12000000', 'grants.0.isPriceStale': true },
    },
    {
      name: 'what others announce in masses, and never comes to an answer',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'USDC', spender: ROUTER, amountBaseUnits: '12000000' },
        },
        { send: { from: 'attacker', to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data: DEPLOY_CRIER } },
        { send: { from: 'attacker', to: CRIER, data: callData('function of(address)', [at('account')]) } },
      ],
      roundTrips: 20,
      // What is not told may be there.
      expect: { 'grants.length': 301, isComplete: true },
    },
    {
      name: 'none',
      roundTrips: 7,
      expect: { grants: [], signatures: [] },
    },
  ],
})
