import { at, defineCases } from '../../core/cases.ts'
import { PLACED_BEFORE } from './past-steps.ts'

const OFFER = {
  tokenIn: 'USDC',
  tokenOut: 'WETH',
  amountInBaseUnits: '1000000000',
  leastOutBaseUnits: '333333333333333333',
  ttlSeconds: 3_600,
}

/** Cases of `model_place_order`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...OFFER, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...OFFER, leastOutBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...OFFER, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...OFFER, tokenOut: 'NONE' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...OFFER, ttlSeconds: 86_401 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [PLACED_BEFORE],
      params: OFFER,
      plan: { 'calls.length': 2 },
      after: [
        { tool: 'testnet_mine_blocks', params: { count: 2 } },
        { later: { protocol: 'model-yield', act: 'fill' } },
      ],
      expect: { id: '2', 'tokens.0.token': at('USDC'), 'tokens.0.deltaBaseUnits': '-1000000000' },
    },
  ],
})
