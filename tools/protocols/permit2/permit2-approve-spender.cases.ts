import { at, between, defineCases, onChain } from '../../core/cases.ts'

const GRANT = {
  token: 'USDC',
  spender: at('uniswap-v3.swapRouter'),
  amountBaseUnits: '777',
  ttlSeconds: 3600,
}

/** Cases of `permit2_approve_spender`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...GRANT, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...GRANT, amountBaseUnits: (2n ** 160n - 1n).toString() }, code: 'UNLIMITED_APPROVAL' },
    { params: { ...GRANT, ttlSeconds: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: GRANT,
      plan: { 'calls.length': 1 },
      expect: { allowanceBaseUnits: '777' },
      after: [
        {
          tool: 'data_get_permit2_allowance',
          params: { token: 'USDC', spender: at('uniswap-v3.swapRouter') },
          expect: {
            allowanceBaseUnits: onChain(
              at('permit2'),
              'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
              [at('account'), at('USDC'), at('uniswap-v3.swapRouter')],
              0,
            ),
            expirationSeconds: between(1800003600, 1800003700),
          },
        },
      ],
    },
  ],
})
