import { at, defineCases, kept } from '../../core/cases.ts'
import { FIND_EMPTY, LENDING, SAVINGS, sharesOf, viewOf } from './origin-vaults.ts'

const sharesBaseUnits = '500000001'

/** Cases of `vault_mint_shares`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), sharesBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, sharesBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    {
      params: { vault: SAVINGS, sharesBaseUnits, mostAssetsBaseUnits: sharesBaseUnits },
      code: 'VAULT_RATE_WORSE',
    },
    {
      before: [FIND_EMPTY],
      params: { vault: kept('empty.vaults.0.vault'), sharesBaseUnits },
      code: 'VAULT_LIMIT',
    },
  ],
  serves: [
    {
      name: 'for what they cost',
      params: { vault: SAVINGS, sharesBaseUnits },
      plan: { 'calls.length': 3 },
      expect: {
        'tokens.0.token': at('USDC'),
        'shares.0.sharesDelta': sharesBaseUnits,
      },
      after: [
        {
          tool: 'data_get_allowance',
          params: { token: 'USDC', owner: at('account'), spender: SAVINGS },
          expect: { allowanceBaseUnits: '0' },
        },
        {
          tool: 'vault_get_position',
          params: { vault: SAVINGS },
          expect: {
            sharesBaseUnits: sharesOf('account'),
            // Rounded against who mints.
            costBaseUnits: viewOf(SAVINGS, 'previewMint', sharesBaseUnits),
          },
        },
      ],
    },
    {
      name: 'for exactly the most that is accepted',
      params: {
        vault: SAVINGS,
        sharesBaseUnits,
        mostAssetsBaseUnits: viewOf(SAVINGS, 'previewMint', sharesBaseUnits),
      },
      expect: { 'shares.0.sharesDelta': sharesBaseUnits },
    },
    {
      name: 'of a vault that lends, for at most so much',
      driftBps: 1,
      params: {
        vault: LENDING,
        sharesBaseUnits: '500000000000000000000',
        mostAssetsBaseUnits: '500200000',
      },
      expect: { 'shares.0.sharesDelta': '500000000000000000000' },
    },
  ],
})
