import { at, defineCases, onChain } from '../../core/cases.ts'

const GRANT = {
  token: 'USDC',
  spender: at('uniswap-v3.swapRouter'),
  amountBaseUnits: '4321',
  ttlSeconds: 600,
}

/** Cases of `permit2_build_permit`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...GRANT, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...GRANT, token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: GRANT,
      expect: {
        owner: at('account'),
        'typedData.domain.verifyingContract': at('permit2'),
        'typedData.message.details.token': at('USDC'),
        'typedData.message.details.amount': '4321',
        'typedData.message.spender': at('uniswap-v3.swapRouter'),
        'typedData.message.details.nonce': onChain(
          at('permit2'),
          'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
          [at('account'), at('USDC'), at('uniswap-v3.swapRouter')],
          2,
        ),
      },
    },
  ],
})
