import { defineCases } from '../../core/cases.ts'
import { NO_MARKET, VAULT, WBTC_USDC, WETH_USDC } from './origin-markets.ts'

const PULL = { market: WETH_USDC, vault: VAULT, amountBaseUnits: '100000000000' }

/** Cases of `morpho_pull_public_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PULL, market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    { params: { ...PULL, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PULL, amountBaseUnits: '400000000001' }, code: 'INSUFFICIENT_LIQUIDITY' },
    { params: { ...PULL, maxFeeWei: '1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: PULL,
      roundTrips: 7,
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
