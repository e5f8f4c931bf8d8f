import { at, defineCases } from '../../core/cases.ts'
import { LENDING, LENT, SAVED, SAVINGS, viewOf } from './origin-vaults.ts'

const sharesBaseUnits = '300000001'

/** Cases of `vault_redeem_shares`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), sharesBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, sharesBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { vault: SAVINGS, sharesBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [SAVED],
      params: { vault: SAVINGS, sharesBaseUnits, leastAssetsBaseUnits: '400000000' },
      code: 'VAULT_RATE_WORSE',
    },
  ],
  serves: [
    {
      before: [SAVED],
      params: { vault: SAVINGS, sharesBaseUnits },
      expect: {
        'shares.0.sharesDelta': `-${sharesBaseUnits}`,
        'tokens.0.deltaBaseUnits': viewOf(SAVINGS, 'previewRedeem', sharesBaseUnits),
      },
    },
    {
      name: 'of a vault that lends',
      driftBps: 1,
      before: [LENT],
      params: { vault: LENDING, sharesBaseUnits: '300000000000000000000' },
      expect: { 'shares.0.sharesDelta': '-300000000000000000000' },
    },
  ],
})
