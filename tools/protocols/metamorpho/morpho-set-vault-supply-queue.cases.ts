import { defineCases } from '../../core/cases.ts'
import { ALLOCATES, VAULT, viewOf, WBTC_USDC, WETH_DAI, WETH_USDC } from './vault-cases.ts'

const ask = (...markets: readonly string[]) => ({ vault: VAULT, markets })
const at = (index: string) => viewOf('supplyQueue(uint256) view returns (bytes32)', [index])

/** Cases of `morpho_set_vault_supply_queue`. */
export const CASES = defineCases({
  refuses: [
    { params: ask(WETH_USDC), code: 'VAULT_ROLE_MISSING' },
    { before: [ALLOCATES], params: ask(WBTC_USDC), code: 'VAULT_ALREADY_SET' },
    { before: [ALLOCATES], params: ask(WETH_USDC, WETH_USDC), code: 'VAULT_MARKET_UNFIT' },
    { before: [ALLOCATES], params: ask(WETH_DAI), code: 'VAULT_MARKET_UNFIT' },
  ],
  serves: [
    {
      before: [ALLOCATES],
      params: ask(WETH_USDC, WBTC_USDC),
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: { queue: [WETH_USDC, WBTC_USDC] },
      after: [
        { chain: at('0'), expect: { '': WETH_USDC } },
        { chain: at('1'), expect: { '': WBTC_USDC } },
      ],
    },
  ],
})
