import { at, between, defineCases } from '../../core/cases.ts'
import { LENDING, LENT, SAVED, SAVINGS, sharesOf } from './origin-vaults.ts'

/** Cases of `vault_exit`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader') }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [SAVED],
      params: { vault: SAVINGS, leastAssetsBaseUnits: '1000000001' },
      code: 'VAULT_RATE_WORSE',
    },
  ],
  serves: [
    {
      name: 'with what was lost meanwhile',
      before: [SAVED, { later: { protocol: 'erc4626', act: 'loss', shareBps: 1_000 } }],
      params: { vault: SAVINGS },
      expect: { 'tokens.0.deltaBaseUnits': between('899000000', '901000000') },
      after: [
        {
          tool: 'vault_get_position',
          params: { vault: SAVINGS },
          expect: { sharesBaseUnits: sharesOf('account'), valueBaseUnits: '0' },
        },
      ],
    },
    {
      name: 'of a vault that lends, to the last of its finer shares',
      driftBps: 1,
      before: [LENT],
      params: { vault: LENDING },
      after: [{ tool: 'vault_get_position', params: { vault: LENDING }, expect: { sharesBaseUnits: '0' } }],
    },
  ],
})
