import { at, callData, defineCases, onChain } from '../../core/cases.ts'

const PAIR = { token: 'USDC', spender: at('uniswap-v3.swapRouter') }
const ALLOWANCE =
  'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)'

/** Cases of `data_list_permit2_allowances`. */
export const CASES = defineCases({
  refuses: [{ params: { owner: 'trader' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        { tool: 'permit2_approve_spender', params: { ...PAIR, amountBaseUnits: '777', ttlSeconds: 3600 } },
      ],
      params: { blocks: 1 },
      roundTrips: 5,
      expect: {
        owner: at('account'),
        isComplete: true,
        'allowances.length': 1,
        'allowances.0': {
          token: at('USDC'),
          symbol: 'USDC',
          spender: at('uniswap-v3.swapRouter'),
          spenderLabel: 'uniswap-v3.swapRouter',
          allowanceBaseUnits: '777',
          expirationSeconds: onChain(
            at('permit2'),
            ALLOWANCE,
            [at('account'), at('USDC'), at('uniswap-v3.swapRouter')],
            1,
          ),
          nonce: 0,
        },
        expiredCount: 0,
      },
    },
    {
      name: 'one that is over',
      before: [
        { tool: 'permit2_approve_spender', params: { ...PAIR, amountBaseUnits: '777', ttlSeconds: 60 } },
        { tool: 'testnet_time_travel', params: { seconds: 120 } },
      ],
      roundTrips: 5,
      expect: { allowances: [], expiredCount: 1 },
    },
    {
      name: 'one of another owner, to an unknown spender',
      before: [
        {
          send: {
            from: 'trader',
            to: at('permit2'),
            data: callData(
              'function approve(address token, address spender, uint160 amount, uint48 expiration)',
              [at('WETH'), at('attacker'), '9', '281474976710655'],
            ),
          },
        },
      ],
      params: { owner: at('trader'), blocks: 1 },
      roundTrips: 5,
      expect: {
        'allowances.0.token': at('WETH'),
        'allowances.0.spender': at('attacker'),
        'allowances.0.spenderLabel': null,
        'allowances.0.expirationSeconds': 281474976710655,
      },
    },
  ],
})
