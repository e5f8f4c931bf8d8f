import { defineCases } from '../../core/cases.ts'
import { ALLOCATES, CAPPED_AT_NOTHING, VAULT, viewOf, WBTC_USDC, WETH_DAI, WETH_USDC } from './vault-cases.ts'

const ask = (...markets: readonly string[]) => ({ vault: VAULT, markets })
const at = (index: string) => viewOf('withdrawQueue(uint256) view returns (bytes32)', [index])

/** Cases of `morpho_set_vault_withdraw_queue`. */
export const CASES = defineCases({
  refuses: [
    { params: ask(WBTC_USDC, WETH_USDC), code: 'VAULT_ROLE_MISSING' },
    { before: [ALLOCATES], params: ask(WETH_USDC, WBTC_USDC), code: 'VAULT_ALREADY_SET' },
    { before: [ALLOCATES], params: ask(WETH_USDC, WETH_DAI), code: 'VAULT_MARKET_UNFIT' },
    { before: [ALLOCATES], params: ask(WBTC_USDC), code: 'VAULT_MARKET_UNFIT' },
  ],
  serves: [
    {
      name: 'the other way round',
      before: [ALLOCATES],
      params: ask(WBTC_USDC, WETH_USDC),
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: { queue: [WBTC_USDC, WETH_USDC] },
      after: [{ chain: at('0'), expect: { '': WBTC_USDC } }],
    },
    {
      name: 'without a market that has neither cap nor assets',
      before: [ALLOCATES, CAPPED_AT_NOTHING],
      params: ask(WBTC_USDC),
      expect: { queue: [WBTC_USDC] },
      after: [{ chain: viewOf('withdrawQueueLength() view returns (uint256)'), expect: { '': '1' } }],
    },
  ],
})
