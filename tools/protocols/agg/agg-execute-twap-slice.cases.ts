import { balanceOf, defineCases, matching, sum } from '../../core/cases.ts'
import { SCHEDULE, SCHEDULED, UNKNOWN } from './cases-twap.ts'

const limited = (amountOutMinimumBaseUnits: string, startInSeconds: number) => ({
  tool: 'agg_schedule_twap',
  params: {
    tokenIn: 'USDC',
    tokenOut: 'WETH',
    amountInBaseUnits: '400000000',
    slices: 2,
    intervalSeconds: 60,
    startInSeconds,
    amountOutMinimumBaseUnits,
  },
  keep: 'twap',
})

/** The word of half of what the whole shall bring: more than the quote less its slippage. */
const LEAST = 66_500_000_000_000_000n.toString(16).padStart(64, '0')

/** Cases of `agg_execute_twap_slice`. */
export const CASES = defineCases({
  refuses: [
    { params: UNKNOWN, code: 'TWAP_NOT_FOUND' },
    { before: [limited('0', 600)], params: SCHEDULE, code: 'TWAP_NOT_DUE' },
    { before: [limited('1000000000000000000', 0)], params: SCHEDULE, code: 'TWAP_LIMIT' },
    {
      before: [...SCHEDULED, { tool: 'agg_execute_twap_slice', params: SCHEDULE }],
      params: SCHEDULE,
      code: 'TWAP_NOT_DUE',
    },
  ],
  serves: [
    {
      name: 'for no less than its share of what the whole shall bring',
      before: [limited('133000000000000000', 0)],
      params: SCHEDULE,
      plan: { 'calls.1.data': matching(LEAST) },
      expect: { 'tokens.length': 2 },
    },
    {
      before: SCHEDULED,
      params: SCHEDULE,
      plan: { 'part.part': 0, 'filled.length': 1 },
      expect: { 'tokens.length': 2 },
      after: [
        {
          tool: 'agg_get_twap_progress',
          params: SCHEDULE,
          expect: {
            executedSlices: 1,
            remainingSlices: 3,
            executedInBaseUnits: '100000000',
            executedOutBaseUnits: sum(balanceOf('WETH', 'account'), '-20000000000000000000'),
            nextSlice: 1,
            'slices.0.permitState': 'committed',
            'slices.3.amountInBaseUnits': '100000001',
          },
        },
      ],
    },
  ],
})
