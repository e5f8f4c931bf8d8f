import { at, between, defineCases, kept, nativeBalanceOf, sum } from '../../core/cases.ts'

const WANTED = { token: 'USDC', amountBaseUnits: '50000000000000000', mostInBaseUnits: '155000000' }

/** Cases of `wallet_refuel_gas`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...WANTED, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...WANTED, mostInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...WANTED, token: 'NONE' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...WANTED, token: 'ETH' }, code: 'SAME_TOKEN' },
    { params: { ...WANTED, token: 'WETH' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'bought through the best pool, within the bound',
      recipients: ['operator'],
      before: [{ chain: nativeBalanceOf('operator'), keep: 'gas' }],
      params: WANTED,
      expect: {
        sentBaseUnits: '50000000000000000',
        'tokens.length': 1,
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': between('-155000000', '-145000000'),
      },
      after: [
        {
          chain: nativeBalanceOf('operator'),
          expect: { '': sum(kept('gas'), '50000000000000000') },
        },
      ],
    },
    {
      name: 'unwrapped where the token is WETH, without any swap',
      recipients: ['operator'],
      params: { ...WANTED, token: 'WETH', mostInBaseUnits: '50000000000000000' },
      roundTrips: 0,
      plan: { 'calls.length': 2, 'expectation.toleranceBps': 0 },
      expect: { 'tokens.0.token': at('WETH'), 'tokens.0.deltaBaseUnits': '-50000000000000000' },
    },
  ],
})
