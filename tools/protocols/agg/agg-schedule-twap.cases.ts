import { at, defineCases } from '../../core/cases.ts'

const PARAMS = {
  tokenIn: 'USDC',
  tokenOut: 'WETH',
  amountInBaseUnits: '400000001',
  slices: 4,
  intervalSeconds: 60,
}

/** Cases of `agg_schedule_twap`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PARAMS, slices: 1 }, code: 'INVALID_PARAMS' },
    { params: { ...PARAMS, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PARAMS, amountInBaseUnits: '3' }, code: 'TWAP_TOO_SMALL' },
    { params: { ...PARAMS, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...PARAMS, tokenOut: 'WETHH' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { ...PARAMS, startInSeconds: 60, amountOutMinimumBaseUnits: '7' },
      plan: { route: 'schedule', operation: 'keep', 'calls.length': 0 },
      expect: {
        kind: 'twap',
        state: 'open',
        'body.tokenIn': at('USDC'),
        'body.tokenOut': at('WETH'),
        'body.amountInBaseUnits': '400000001',
        'body.slices': 4,
        'body.slippageBps': 50,
        'body.leastOutBaseUnits': '7',
      },
    },
  ],
})
