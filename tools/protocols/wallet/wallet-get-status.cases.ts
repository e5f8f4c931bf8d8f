import { at, defineCases, nativeBalanceOf } from '../../core/cases.ts'

/** Cases of `wallet_get_status`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      expect: {
        account: at('account'),
        accountKind: 'contract',
        accountBalanceWei: nativeBalanceOf('account'),
        operator: at('operator'),
        isOperatorSeparate: true,
        operatorBalanceWei: nativeBalanceOf('operator'),
        unconfirmedTransactions: 0,
        isHalted: false,
      },
    },
    {
      name: 'after a halt',
      before: [{ pi: 'emergency_halt', args: { reason: 'a drill' } }],
      expect: { isHalted: true },
    },
  ],
})
