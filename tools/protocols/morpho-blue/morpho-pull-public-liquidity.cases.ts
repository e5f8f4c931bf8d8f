import { defineCases } from '../../core/cases.ts'
import {
  lendFor,
  NO_MARKET,
  pretendVault,
  VAULT,
  VAULT_OF_WETH,
  WBTC_USDC,
  WETH_USDC,
} from './origin-markets.ts'

const PULL = { market: WETH_USDC, vault: VAULT, amountBaseUnits: '100000000000' }

/** Cases of `morpho_pull_public_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PULL, market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    { params: { ...PULL, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PULL, amountBaseUnits: '400000000001' }, code: 'INSUFFICIENT_LIQUIDITY' },
    { params: { ...PULL, maxFeeWei: '1' }, code: 'INVALID_PARAMS' },
    // The allocator takes its fee, and says that all of it was moved.
    {
      before: [...pretendVault(VAULT_OF_WETH, WETH_USDC, WBTC_USDC), ...lendFor(VAULT_OF_WETH)],
      params: { market: WBTC_USDC, vault: VAULT_OF_WETH, amountBaseUnits: '1000000' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      params: PULL,
      roundTrips: 8,
      expect: { movedBaseUnits: '100000000000' },
      after: [
        {
          tool: 'morpho_get_reallocatable_liquidity',
          params: { market: WBTC_USDC, vaults: [VAULT] },
          // What moved is shares of the vault now, rounded down.
          expect: { reallocatableBaseUnits: '99999999999' },
        },
      ],
    },
  ],
})
