import { at, defineCases, kept } from '../../core/cases.ts'
import { FIND_EMPTY, LENDING, SAVED, SAVINGS, sharesOf } from './origin-vaults.ts'

const amountBaseUnits = '500000001'

/** Cases of `vault_deposit`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), amountBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    // Less than a share is worth would be the vault's.
    { params: { vault: SAVINGS, amountBaseUnits: '1' }, code: 'VAULT_RATE_WORSE' },
    {
      params: { vault: SAVINGS, amountBaseUnits, leastSharesBaseUnits: amountBaseUnits },
      code: 'VAULT_RATE_WORSE',
    },
    {
      before: [FIND_EMPTY],
      params: { vault: kept('empty.vaults.0.vault'), amountBaseUnits },
      code: 'VAULT_LIMIT',
    },
  ],
  serves: [
    {
      name: 'into a vault in which assets lie',
      params: { vault: SAVINGS, amountBaseUnits, leastSharesBaseUnits: '499900000' },
      plan: { 'calls.length': 2 },
      expect: {
        'tokens.length': 1,
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'shares.0.vault': SAVINGS,
        'shares.0.sharesDelta': sharesOf('account'),
      },
    },
    {
      name: 'into a vault that lends',
      driftBps: 1,
      params: { vault: LENDING, amountBaseUnits },
      expect: { 'shares.0.sharesDelta': sharesOf('account', LENDING) },
    },
    {
      name: 'once shares are worth more',
      before: [SAVED, { later: { protocol: 'erc4626', act: 'yield', shareBps: 10 } }],
      params: { vault: SAVINGS, amountBaseUnits },
    },
  ],
})
