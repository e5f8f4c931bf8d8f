import { at, defineCases, kept } from '../../core/cases.ts'
import { FIND_EMPTY, LENDING, LENT, SAVED, SAVINGS, sharesOf } from './origin-vaults.ts'

const amountBaseUnits = '400000001'
const MOVED = { from: SAVINGS, to: LENDING, amountBaseUnits }

/** Cases of `vault_migrate`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...MOVED, to: SAVINGS }, code: 'INVALID_PARAMS' },
    { params: { ...MOVED, to: at('trader') }, code: 'NOT_A_VAULT' },
    { params: MOVED, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [LENT],
      params: { from: LENDING, to: SAVINGS, amountBaseUnits: (2n ** 256n - 1n).toString() },
      code: 'VAULT_LIMIT',
    },
    {
      before: [FIND_EMPTY],
      params: { ...MOVED, to: kept('empty.vaults.0.vault') },
      code: 'VAULT_ASSETS_DIFFER',
    },
    {
      before: [SAVED],
      params: { ...MOVED, leastSharesBaseUnits: '500000000000000000000' },
      code: 'VAULT_RATE_WORSE',
    },
  ],
  serves: [
    {
      driftBps: 1,
      before: [SAVED],
      params: MOVED,
      plan: { 'calls.length': 3 },
      expect: {
        tokens: [],
        'shares.length': 2,
        'shares.0.vault': SAVINGS,
        'shares.1.vault': LENDING,
        'shares.1.sharesDelta': sharesOf('account', LENDING),
      },
    },
  ],
})
