import { at, defineCases, kept, matching } from '../../core/cases.ts'

const GRANT = {
  token: 'USDC',
  spender: at('uniswap-v3.swapRouter'),
  amountBaseUnits: '4321',
  ttlSeconds: 600,
}

/** Cases of `permit2_sign_permit`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...GRANT, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...GRANT, amountBaseUnits: (2n ** 160n - 1n).toString() }, code: 'UNLIMITED_APPROVAL' },
  ],
  serves: [
    {
      before: [{ tool: 'permit2_build_permit', params: GRANT, keep: 'built' }],
      params: GRANT,
      plan: { typedData: kept('built.typedData') },
      expect: { typedData: kept('built.typedData'), signature: matching('^0x[0-9a-f]{130}$') },
    },
  ],
})
