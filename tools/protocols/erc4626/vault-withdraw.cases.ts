import { at, defineCases } from '../../core/cases.ts'
import { LENDING, LENT, SAVED, SAVINGS } from './origin-vaults.ts'

const amountBaseUnits = '300000001'

/** Cases of `vault_withdraw`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), amountBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, amountBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [LENT],
      params: { vault: LENDING, amountBaseUnits: (2n ** 256n - 1n).toString() },
      code: 'VAULT_LIMIT',
    },
    {
      before: [SAVED],
      params: { vault: SAVINGS, amountBaseUnits: '1000000001' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
    {
      before: [SAVED],
      params: { vault: SAVINGS, amountBaseUnits, mostSharesBaseUnits: '200000000' },
      code: 'VAULT_RATE_WORSE',
    },
  ],
  serves: [
    {
      name: 'out of a vault in which assets lie',
      before: [SAVED],
      params: { vault: SAVINGS, amountBaseUnits, mostSharesBaseUnits: amountBaseUnits },
      plan: { 'calls.length': 1 },
      expect: { 'tokens.0.token': at('USDC'), 'tokens.0.deltaBaseUnits': amountBaseUnits },
    },
    {
      name: 'out of a vault that lends, with a day of interest',
      driftBps: 1,
      before: [LENT, { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } }],
      params: { vault: LENDING, amountBaseUnits },
      expect: { 'tokens.0.deltaBaseUnits': amountBaseUnits },
    },
  ],
})
