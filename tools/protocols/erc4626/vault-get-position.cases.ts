import { at, defineCases, own } from '../../core/cases.ts'
import { SAVED, SAVINGS, sharesOf } from './origin-vaults.ts'

/** Cases of `vault_get_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader') }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, blocks: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a lender since the start',
      params: { vault: SAVINGS, account: at('lp') },
      expect: {
        account: at('lp'),
        sharesBaseUnits: '500000000000',
        redeemableSharesBaseUnits: '500000000000',
        costBaseUnits: '500000000000',
        realisedGainBaseUnits: '0',
        isComplete: true,
      },
    },
    {
      name: 'a part of its past',
      params: { vault: SAVINGS, account: at('lp'), blocks: 1 },
      expect: { costBaseUnits: '0', isComplete: false, unrealisedGainBaseUnits: null },
    },
    {
      name: 'the own one, with what it gained and took',
      before: [
        SAVED,
        { later: { protocol: 'erc4626', act: 'yield', shareBps: 1_000 } },
        { tool: 'vault_withdraw', params: { vault: SAVINGS, amountBaseUnits: '550000000' } },
      ],
      params: { vault: SAVINGS },
      expect: {
        sharesBaseUnits: sharesOf('account'),
        // A half of 1 000 USDC, and a tenth that it was worth more; roundings are a cost.
        realisedGainBaseUnits: '49999999',
        costBaseUnits: '499999999',
        redeemableSharesBaseUnits: own('sharesBaseUnits'),
        isComplete: true,
      },
    },
  ],
})
