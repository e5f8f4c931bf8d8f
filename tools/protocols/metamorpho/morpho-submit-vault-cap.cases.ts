import { defineCases } from '../../core/cases.ts'
import { CAP, capOf, HIGHER_CAP, OWNED, PROPOSED, VAULT, WETH_DAI, WETH_USDC } from './vault-cases.ts'

const ask = (capBaseUnits: string, market = WETH_USDC) => ({ vault: VAULT, market, capBaseUnits })

/** Cases of `morpho_submit_vault_cap`. */
export const CASES = defineCases({
  refuses: [
    { params: ask(HIGHER_CAP), code: 'VAULT_ROLE_MISSING' },
    { before: OWNED, params: ask(CAP), code: 'VAULT_ALREADY_SET' },
    { before: OWNED, params: ask(CAP, WETH_DAI), code: 'VAULT_MARKET_UNFIT' },
    { before: [PROPOSED, ...OWNED], params: ask(CAP), code: 'VAULT_MARKET_UNFIT' },
  ],
  serves: [
    {
      name: 'a higher one waits',
      before: OWNED,
      params: ask(HIGHER_CAP),
      plan: { route: 'owner', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: { capBaseUnits: null, pendingCapBaseUnits: HIGHER_CAP },
      after: [{ chain: capOf(WETH_USDC), expect: { '': CAP } }],
    },
    {
      name: 'a lower one works at once',
      before: OWNED,
      params: ask('1000000'),
      expect: { capBaseUnits: '1000000', pendingCapBaseUnits: null },
      after: [{ chain: capOf(WETH_USDC), expect: { '': '1000000' } }],
    },
  ],
})
