import { at, defineCases } from '../../core/cases.ts'
import { SAVED, SAVINGS } from './origin-vaults.ts'

/** Cases of `vault_get_flows`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader') }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, limit: 51 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'all that there was, the largest account first',
      params: { vault: SAVINGS },
      expect: {
        deposits: 13,
        withdrawals: 12,
        // Half a million once, and 600 USDC in and out a dozen times.
        depositedBaseUnits: '507200000000',
        withdrawnBaseUnits: '7200000000',
        netBaseUnits: '500000000000',
        totalAccounts: 2,
        accounts: [
          { account: at('lp'), netBaseUnits: '500000000000' },
          { account: at('trader'), netBaseUnits: '0' },
        ],
      },
    },
    {
      name: 'one account of two, and the last block alone',
      before: [SAVED],
      params: { vault: SAVINGS, blocks: 1, limit: 1 },
      expect: { deposits: 1, withdrawals: 0, totalAccounts: 1, netBaseUnits: '1000000000' },
    },
  ],
})
