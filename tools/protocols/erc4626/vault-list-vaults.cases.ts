import { at, defineCases } from '../../core/cases.ts'
import { LENDING, SAVINGS } from './origin-vaults.ts'

/** Cases of `vault_list_vaults`. */
export const CASES = defineCases({
  refuses: [
    { params: { asset: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { blocks: 10_001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'those that are known, and those that the factory made',
      roundTrips: 7,
      expect: {
        totalFound: 3,
        'vaults.0.vault': LENDING,
        'vaults.1.vault': SAVINGS,
        'vaults.1.symbol': 'sUSDC',
        'vaults.1.isListed': true,
        'vaults.2.symbol': 'oDAI',
        'vaults.2.isListed': false,
        'vaults.2.realisedAprBps': null,
      },
    },
    {
      name: 'those of one asset',
      params: { asset: 'DAI' },
      roundTrips: 5,
      expect: { totalFound: 1, 'vaults.0.asset': at('DAI'), 'vaults.0.totalSharesBaseUnits': '0' },
    },
    {
      name: 'none',
      params: { asset: 'WETH' },
      expect: { totalFound: 0, vaults: [] },
    },
  ],
})
