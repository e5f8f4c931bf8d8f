import { at, defineCases, onChain } from '../../core/cases.ts'

const PAIR = { token: 'USDC', spender: at('uniswap-v3.swapRouter') }

/** Cases of `data_get_permit2_allowance`. */
export const CASES = defineCases({
  refuses: [{ params: { ...PAIR, token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'USDC', spender: at('permit2'), amountBaseUnits: '600' },
        },
        { tool: 'permit2_approve_spender', params: { ...PAIR, amountBaseUnits: '777', ttlSeconds: 3600 } },
      ],
      params: PAIR,
      roundTrips: 1,
      expect: {
        owner: at('account'),
        allowanceBaseUnits: onChain(
          at('permit2'),
          'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
          [at('account'), at('USDC'), at('uniswap-v3.swapRouter')],
          0,
        ),
        isExpired: false,
        tokenAllowanceBaseUnits: '600',
        usableBaseUnits: '600',
      },
    },
    {
      name: 'none',
      params: { ...PAIR, owner: at('stranger') },
      expect: { allowanceBaseUnits: '0', expirationSeconds: 0, nonce: 0, usableBaseUnits: '0' },
    },
  ],
})
