import { defineCases } from '../../core/cases.ts'
import { CAPPED_AT_NOTHING, OWNED, VAULT, viewOf, WETH_DAI, WETH_USDC } from './vault-cases.ts'

const ASKED = { vault: VAULT, market: WETH_USDC }

/** Cases of `morpho_submit_market_removal`. */
export const CASES = defineCases({
  refuses: [
    { params: ASKED, code: 'VAULT_ROLE_MISSING' },
    { before: OWNED, params: ASKED, code: 'VAULT_MARKET_UNFIT' },
    { before: OWNED, params: { ...ASKED, market: WETH_DAI }, code: 'VAULT_MARKET_UNFIT' },
  ],
  serves: [
    {
      before: [CAPPED_AT_NOTHING, ...OWNED],
      params: ASKED,
      plan: { route: 'owner', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: { submitted: true },
      after: [
        {
          chain: viewOf('config(bytes32) view returns (uint184, bool, uint64 removableAt)', [WETH_USDC], 2),
          expect: { '': { $not: '0' } },
        },
      ],
    },
  ],
})
