import { at, defineCases } from '../../core/cases.ts'

const PAIR = { token: 'USDC', spender: at('uniswap-v3.swapRouter') }

/** Cases of `safety_revoke_permit2_allowance`. */
export const CASES = defineCases({
  refuses: [
    { params: { pairs: [] }, code: 'INVALID_PARAMS' },
    { params: { pairs: [{ ...PAIR, token: 'USDX' }] }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      before: [
        { tool: 'permit2_approve_spender', params: { ...PAIR, amountBaseUnits: '777', ttlSeconds: 3600 } },
      ],
      params: { pairs: [PAIR] },
      expect: {
        'revoked.length': 1,
        'revoked.0': { token: at('USDC'), spender: at('uniswap-v3.swapRouter') },
      },
      after: [{ tool: 'data_get_permit2_allowance', params: PAIR, expect: { allowanceBaseUnits: '0' } }],
    },
  ],
})
