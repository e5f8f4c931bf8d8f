import { at, between, defineCases } from '../../core/cases.ts'
import { ADDED, BOUGHT, heldBy } from './past-steps.ts'

const ZAP = { tokenIn: 'WETH', otherToken: 'USDT', amountInBaseUnits: '2000000000000000000' }

/** Cases of `uniswap_zap_in_v2`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...ZAP, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...ZAP, otherToken: 'WETH' }, code: 'SAME_TOKEN' },
    { params: { ...ZAP, otherToken: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...ZAP, otherToken: 'USDC' }, code: 'PAIR_NOT_FOUND' },
    // Less than a base unit of the other side.
    { params: { ...ZAP, amountInBaseUnits: '1000' }, code: 'QUOTE_FAILED' },
    { params: { tokenIn: 'WETH', otherToken: 'USDT' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'all but the slippage goes in, and of the other token what is bought',
      before: [BOUGHT],
      params: ZAP,
      roundTrips: 1,
      plan: { 'calls.length': 8, 'expectation.toleranceBps': 50 },
      expect: {
        pair: at('uniswap-v2.wethUsdt'),
        liquidityDeltaBaseUnits: heldBy('account'),
        'tokens.0.token': at('WETH'),
        'tokens.0.deltaBaseUnits': between('-1990050000000000000', '-1990040000000000000'),
        'tokens.1.deltaBaseUnits': '0',
      },
    },
    {
      name: 'from the other side, without slippage: nothing but dust stays',
      before: [BOUGHT],
      params: { tokenIn: 'USDT', otherToken: 'WETH', amountInBaseUnits: '3000000000', slippageBps: 0 },
      plan: { 'expectation.toleranceBps': 0 },
      expect: {
        'tokens.0.token': at('USDT'),
        'tokens.0.deltaBaseUnits': between('-3000000000', '-2999999990'),
        'tokens.1.deltaBaseUnits': '0',
      },
    },
    {
      name: 'native coin, after others traded',
      before: [...ADDED, { later: { protocol: 'uniswap-v2', act: 'trade', shareBps: 100 } }],
      params: { ...ZAP, tokenIn: 'ETH', slippageBps: 10 },
      after: [
        {
          tool: 'uniswap_get_v2_position',
          params: { tokenA: 'WETH', tokenB: 'USDT' },
          expect: { liquidityBaseUnits: heldBy('account') },
        },
      ],
    },
  ],
})
