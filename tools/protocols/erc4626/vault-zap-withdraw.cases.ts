import { at, defineCases } from '../../core/cases.ts'
import { SAVED, SAVINGS } from './origin-vaults.ts'

const sharesBaseUnits = '300000001'
const INTO_DAI = { vault: SAVINGS, token: 'DAI', sharesBaseUnits }

/** Cases of `vault_zap_withdraw`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...INTO_DAI, vault: at('trader') }, code: 'NOT_A_VAULT' },
    { params: INTO_DAI, code: 'INSUFFICIENT_LIQUIDITY' },
    { before: [SAVED], params: { ...INTO_DAI, token: 'USDC' }, code: 'SAME_TOKEN' },
    { before: [SAVED], params: { ...INTO_DAI, token: 'NOPRICE' }, code: 'NO_PRICE' },
    {
      before: [
        SAVED,
        {
          tool: 'testnet_set_oracle_price',
          params: { token: 'DAI', priceUsd: '1.5', ageSeconds: 100_000 },
        },
      ],
      params: INTO_DAI,
      code: 'NO_PRICE',
    },
  ],
  serves: [
    {
      before: [SAVED],
      params: INTO_DAI,
      expect: {
        'shares.0.sharesDelta': `-${sharesBaseUnits}`,
        'tokens.length': 1,
        'tokens.0.token': at('DAI'),
      },
    },
  ],
})
