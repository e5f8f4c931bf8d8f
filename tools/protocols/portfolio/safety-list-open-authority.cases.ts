import { at, balanceOf, defineCases } from '../../core/cases.ts'

const ROUTER = at('uniswap-v3.swapRouter')
const NOTHING = { params: { unknown: true }, code: 'INVALID_PARAMS' } as const

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
        'grants.1.symbol': 'DAI',
        'grants.1.keeper': at('permit2'),
        'grants.1.allowanceBaseUnits': null,
        'grants.1.balanceBaseUnits': balanceOf('DAI', 'account'),
        signatures: [],
      },
    },
    {
      name: 'none',
      roundTrips: 7,
      expect: { grants: [], signatures: [] },
    },
  ],
})
