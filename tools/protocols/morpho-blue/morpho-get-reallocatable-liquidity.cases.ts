import { at, defineCases } from '../../core/cases.ts'
import {
  lendFor,
  NO_MARKET,
  pretendVault,
  VAULT,
  VAULT_OF_NOTHING,
  VAULT_OF_WETH,
  WBTC_USDC,
  WETH_DAI,
  WETH_USDC,
} from './origin-markets.ts'

/** Cases of `morpho_get_reallocatable_liquidity`. */
export const CASES = defineCases({
  refuses: [{ params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' }],
  serves: [
    {
      name: 'vaults by the caps that were set, up to those',
      params: { market: WETH_USDC },
      roundTrips: 10,
      expect: {
        reallocatableBaseUnits: '400000000000',
        'vaults.length': 1,
        'vaults.0.vault': VAULT,
        'vaults.0.feeWei': '1000000000000',
        'vaults.0.sources.0.market': WBTC_USDC,
        'vaults.0.sources.0.withdrawableBaseUnits': '400000000000',
      },
    },
    {
      name: 'what only pretends to be a vault stands in the way of none',
      before: pretendVault(VAULT_OF_NOTHING, NO_MARKET, WETH_USDC),
      params: { market: WETH_USDC },
      roundTrips: 10,
      expect: { 'vaults.length': 1, 'vaults.0.vault': VAULT },
    },
    {
      name: 'and adds nothing to what vaults move',
      before: [...pretendVault(VAULT_OF_WETH, WETH_USDC, WBTC_USDC), ...lendFor(VAULT_OF_WETH)],
      params: { market: WBTC_USDC },
      roundTrips: 10,
      expect: { reallocatableBaseUnits: '0', vaults: [] },
    },
    {
      name: 'nothing where the vault lends nothing elsewhere',
      params: { market: WBTC_USDC, vaults: [VAULT] },
      roundTrips: 7,
      expect: { reallocatableBaseUnits: '0', vaults: [] },
    },
    {
      name: 'nothing of an address that is no vault',
      params: { market: WETH_DAI, vaults: [at('trader')] },
      expect: { reallocatableBaseUnits: '0', vaults: [] },
    },
  ],
})
