import { defineCases } from '../../core/cases.ts'

/** Cases of `safety_set_spending_limits`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { perTransactionUsdc: '300000000', perDayUsdc: '200000000', hotLaneUsdc: '100000000' },
      code: 'LIMITS_OUT_OF_ORDER',
    },
  ],
  serves: [
    {
      params: { perTransactionUsdc: '200000000', perDayUsdc: '300000000', hotLaneUsdc: '100000000' },
      plan: { route: 'owner', operation: 'set-spending-limits' },
      expect: { perTransactionUsdc: '200000000', perDayUsdc: '300000000', hotLaneUsdc: '100000000' },
      after: [{ tool: 'safety_get_spending', expect: { 'remainingInWindow.usdc': '300' } }],
    },
  ],
})
