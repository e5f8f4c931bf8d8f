import { at, defineCases, nativeBalanceOf } from '../../core/cases.ts'

/** Cases of `wallet_estimate_runway`. */
export const CASES = defineCases({
  refuses: [
    { params: { gasPerAction: 20_999 }, code: 'INVALID_PARAMS' },
    { params: { unknown: true }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'where gas is free and nothing was done',
      expect: {
        operatorBalanceWei: nativeBalanceOf('operator'),
        gasPerAction: 500_000,
        actionsLeft: null,
        actionsInLastDay: 0,
        gasDaysLeft: null,
        spentInLastDayUsdc: '0',
        fundsDaysLeft: null,
      },
    },
    {
      name: 'after a payment',
      before: [
        {
          tool: 'wallet_transfer_token',
          params: { token: 'USDC', recipient: at('recipient'), amountBaseUnits: '100000000' },
        },
      ],
      params: { gasPerAction: 100_000 },
      expect: { gasPerAction: 100_000, actionsInLastDay: 1, spentInLastDayUsdc: '100000000' },
    },
  ],
})
