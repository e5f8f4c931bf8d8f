import { defineCases } from '../../core/cases.ts'
import { capOf, HIGHER_CAP, PRETENDED, PRETENDS, PROPOSED, VAULT, WAITED, WETH_USDC } from './vault-cases.ts'

const ASKED = { vault: VAULT, market: WETH_USDC }

/** Cases of `morpho_accept_vault_cap`. */
export const CASES = defineCases({
  refuses: [
    { params: ASKED, code: 'NOTHING_PENDING' },
    { before: [PRETENDS], params: { ...ASKED, vault: PRETENDED }, code: 'NOT_A_METAMORPHO' },
    { before: [PROPOSED], params: ASKED, code: 'TIMELOCK_NOT_OVER' },
  ],
  serves: [
    {
      before: [PROPOSED, WAITED],
      params: ASKED,
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: { capBaseUnits: HIGHER_CAP },
      after: [{ chain: capOf(WETH_USDC), expect: { '': HIGHER_CAP } }],
    },
  ],
})
