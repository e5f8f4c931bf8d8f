import { at, defineCases } from '../../core/cases.ts'

const SPENDER = { token: 'USDC', spender: at('uniswap-v3.swapRouter') }

/** Cases of `erc20_approve_spender`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SPENDER, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    {
      params: { ...SPENDER, amountBaseUnits: (2n ** 256n - 1n).toString() },
      code: 'UNLIMITED_APPROVAL',
    },
    { params: { ...SPENDER, token: 'USDX', amountBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { ...SPENDER, amountBaseUnits: '1000' },
      plan: { 'calls.length': 1 },
      expect: { allowanceBaseUnits: '1000' },
    },
    {
      name: 'another allowance is replaced',
      before: [{ tool: 'erc20_approve_spender', params: { ...SPENDER, amountBaseUnits: '1000' } }],
      params: { ...SPENDER, amountBaseUnits: '2000' },
      expect: { allowanceBaseUnits: '2000' },
    },
  ],
})
