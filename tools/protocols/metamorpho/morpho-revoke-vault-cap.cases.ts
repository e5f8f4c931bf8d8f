import { defineCases } from '../../core/cases.ts'
import { CAP, capOf, GUARDS, PROPOSED, VAULT, WETH_USDC } from './vault-cases.ts'

const ASKED = { vault: VAULT, market: WETH_USDC }

/** Cases of `morpho_revoke_vault_cap`. */
export const CASES = defineCases({
  refuses: [
    { before: [PROPOSED], params: ASKED, code: 'VAULT_ROLE_MISSING' },
    { before: [GUARDS], params: ASKED, code: 'NOTHING_PENDING' },
  ],
  serves: [
    {
      before: [PROPOSED, GUARDS],
      params: ASKED,
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: { revoked: true },
      after: [
        { chain: capOf(WETH_USDC), expect: { '': CAP } },
        {
          tool: 'morpho_get_vault_config',
          params: { vault: VAULT },
          expect: { 'markets.0.pendingCapBaseUnits': null },
        },
      ],
    },
  ],
})
