import { at, defineCases, kept } from '../../core/cases.ts'

const GRANT = {
  token: 'USDC',
  spender: at('uniswap-v3.swapRouter'),
  amountBaseUnits: '4321',
  ttlSeconds: 600,
}
const APPROVED = { token: 'USDC', spender: at('permit2'), amountBaseUnits: '4000' }

/** Cases of `permit2_sign_permit`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...GRANT, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...GRANT, amountBaseUnits: (2n ** 160n - 1n).toString() }, code: 'UNLIMITED_APPROVAL' },
  ],
  serves: [
    {
      name: 'its spender redeems it, and takes what Permit2 may take',
      before: [
        { tool: 'erc20_approve_spender', params: APPROVED },
        { tool: 'permit2_build_permit', params: GRANT, keep: 'built' },
      ],
      params: GRANT,
      plan: { 'calls.length': 1, 'calls.0.to': at('permit2.permitSingleScheme') },
      expect: { owner: at('account'), message: kept('built.typedData.message') },
      after: [{ later: { protocol: 'permit2', act: 'redeem', shareBps: 5_000 } }],
    },
  ],
})
