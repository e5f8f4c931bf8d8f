import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { FIND_EMPTY, LENDING, SAVED, SAVINGS, sharesOf } from './origin-vaults.ts'

/** Cases of `vault_get_limits`. */
export const CASES = defineCases({
  refuses: [{ params: { vault: at('trader') }, code: 'NOT_A_VAULT' }],
  serves: [
    {
      name: 'a vault without any',
      before: [SAVED],
      params: { vault: SAVINGS },
      expect: {
        account: at('account'),
        'deposit.mostBaseUnits': null,
        'mint.mostBaseUnits': null,
        'redeem.mostBaseUnits': sharesOf('account'),
        'redeem.reverts': false,
      },
    },
    {
      name: 'a vault with caps, of which its own lender has a million',
      params: { vault: LENDING, account: at('lp') },
      expect: {
        'deposit.mostBaseUnits': onChain(LENDING, 'function maxDeposit(address) view returns (uint256)', [
          at('lp'),
        ]),
        'withdraw.mostBaseUnits': onChain(LENDING, 'function maxWithdraw(address) view returns (uint256)', [
          at('lp'),
        ]),
      },
    },
    {
      name: 'a vault that takes nothing yet',
      before: [FIND_EMPTY],
      params: { vault: kept('empty.vaults.0.vault') },
      expect: { 'deposit.mostBaseUnits': '0', 'redeem.mostBaseUnits': '0' },
    },
  ],
})
