import { at, between, defineCases } from '../../core/cases.ts'
import { SAVINGS, sharesOf } from './origin-vaults.ts'

const amountBaseUnits = '100000000000000000'
const WETH = { vault: SAVINGS, token: 'WETH', amountBaseUnits }

const STALE = {
  tool: 'testnet_set_oracle_price',
  params: { token: 'WETH', priceUsd: '2000', ageSeconds: 100_000 },
}

/** Cases of `vault_zap_deposit`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...WETH, vault: at('trader') }, code: 'NOT_A_VAULT' },
    { params: { ...WETH, token: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...WETH, token: 'NOPRICE' }, code: 'NO_PRICE' },
    { before: [STALE], params: WETH, code: 'NO_PRICE' },
    { params: { ...WETH, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...WETH, leastSharesBaseUnits: '300000000' }, code: 'VAULT_RATE_WORSE' },
  ],
  serves: [
    {
      params: WETH,
      roundTrips: 5,
      expect: {
        'shares.0.vault': SAVINGS,
        'shares.0.sharesDelta': sharesOf('account'),
      },
      after: [
        {
          tool: 'vault_get_position',
          params: { vault: SAVINGS },
          // A tenth of a WETH at 3 000 USD, less a half per cent.
          expect: { costBaseUnits: between('298500000', '298500001') },
        },
      ],
    },
  ],
})
