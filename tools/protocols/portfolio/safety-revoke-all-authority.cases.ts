import { at, defineCases } from '../../core/cases.ts'

const ROUTER = at('uniswap-v3.swapRouter')

/** Cases of `safety_revoke_all_authority`. */
export const CASES = defineCases({
  refuses: [
    { params: { unknown: true }, code: 'INVALID_PARAMS' },
    { before: [{ tool: 'safety_revoke_all_authority' }], params: {}, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: 'what tokens and what Permit2 keeps',
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
      params: {},
      roundTrips: 7,
      // Nonces that signatures would need, Permit2's two steps, and the token's own.
      expect: { revokedCount: 4 },
      after: [
        { tool: 'safety_list_open_authority', expect: { grants: [] } },
        {
          tool: 'data_get_permit2_allowance',
          params: { token: 'DAI', spender: ROUTER },
          expect: { allowanceBaseUnits: '0' },
        },
        { tool: 'safety_revoke_all_authority', code: 'NOT_FOUND' },
      ],
    },
  ],
})
