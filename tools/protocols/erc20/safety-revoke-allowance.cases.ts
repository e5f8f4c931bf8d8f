import { at, defineCases } from '../../core/cases.ts'

const SPENDER = { token: 'USDC', spender: at('uniswap-v3.swapRouter') }

/** Cases of `safety_revoke_allowance`. */
export const CASES = defineCases({
  refuses: [{ params: { ...SPENDER, token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      before: [{ tool: 'erc20_approve_spender', params: { ...SPENDER, amountBaseUnits: '1000' } }],
      params: SPENDER,
      expect: { allowanceBaseUnits: '0' },
    },
  ],
})
