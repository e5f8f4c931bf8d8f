import { at, between, defineCases } from '../../core/cases.ts'
import { SAVED, SAVINGS } from './origin-vaults.ts'

/** Cases of `vault_get_share_price_history`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader') }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, limit: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'from the first deposit on',
      params: { vault: SAVINGS },
      expect: {
        sharePrice: '1.000023',
        totalFound: 25,
        'prices.length': 25,
        'prices.0.sharePrice': '1',
        maxDrawdownBps: 0,
        // 24 USDC for a million in the hours since.
        realisedAprBps: between(400, 700),
      },
    },
    {
      name: 'a loss, and the newest prices alone',
      before: [SAVED, { later: { protocol: 'erc4626', act: 'loss', shareBps: 1_000 } }],
      params: { vault: SAVINGS, limit: 2 },
      expect: { totalFound: 26, 'prices.length': 2, maxDrawdownBps: between(999, 1_001) },
    },
    {
      name: 'none in blocks without any',
      params: { vault: SAVINGS, toBlock: '1', blocks: 1 },
      expect: { totalFound: 0, realisedAprBps: null },
    },
  ],
})
