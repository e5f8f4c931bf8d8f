import { at, defineCases } from '../../core/cases.ts'
import { INSIDE } from './origin-pools.ts'

const USDC_500 = { token: 'USDC', amountBaseUnits: '500000000' }

/** Cases of `balancer_manage_internal_balance`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...USDC_500, operation: 'deposit', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...USDC_500, operation: 'deposit', token: 'NOTHING' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...USDC_500, operation: 'transfer' }, code: 'INVALID_PARAMS' },
    {
      before: [INSIDE],
      params: { ...USDC_500, operation: 'withdraw', amountBaseUnits: '500000001' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      name: 'in',
      params: { ...USDC_500, operation: 'deposit' },
      plan: { 'calls.length': 2 },
      expect: {
        'positions.0.unitsDeltaBaseUnits': '500000000',
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '-500000000',
      },
      after: [
        {
          tool: 'balancer_get_internal_balance',
          expect: { 'balances.length': 1, 'balances.0.amountBaseUnits': '500000000' },
        },
      ],
    },
    {
      name: 'out',
      before: [INSIDE],
      params: { ...USDC_500, operation: 'withdraw' },
      plan: { 'calls.length': 1 },
      expect: { 'positions.0.unitsDeltaBaseUnits': '-500000000', 'tokens.0.deltaBaseUnits': '500000000' },
      after: [{ tool: 'balancer_get_internal_balance', expect: { 'balances.length': 0 } }],
    },
  ],
})
