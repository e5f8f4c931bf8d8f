import { at, between, defineCases, own } from '../../core/cases.ts'
import { quotedInput } from './quoter-views.ts'

const SALE = { tokenIn: 'WETH', tokenOut: 'USDC', feeTier: 500 }
const LARGE = '400000000000000000000'

/** Cases of `intel_assess_mev_risk`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SALE, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SALE, feeTier: 10000, amountInBaseUnits: '1' }, code: 'POOL_NOT_FOUND' },
    { params: { ...SALE, amountInBaseUnits: '1000000000000000000000000000' }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'a swap that is worth it',
      params: { ...SALE, amountInBaseUnits: LARGE, slippageBps: 300 },
      roundTrips: 3,
      expect: {
        quotedAmountOutBaseUnits: quotedInput(at('WETH'), at('USDC'), 500, LARGE, 0),
        worstLossBps: between(295, 300),
        isAttackProfitable: true,
        attackProfitBaseUnits: between('1', LARGE),
        safeSlippageBps: between(0, 299),
      },
      after: [
        {
          tool: 'intel_assess_mev_risk',
          params: { ...SALE, amountInBaseUnits: LARGE, slippageBps: 0 },
          expect: { isAttackProfitable: false, safeSlippageBps: 0, safeSlices: 1 },
        },
      ],
    },
    {
      // Both of the attacker's swaps pay the fee, which is more than a small swap can lose.
      name: 'a small swap',
      params: { ...SALE, amountInBaseUnits: '1000000000000000000', slippageBps: 50 },
      expect: {
        isAttackProfitable: false,
        safeSlices: 1,
        safeSlippageBps: own('slippageBps'),
        attackProfitBaseUnits: between('-1e24', '0'),
      },
    },
  ],
})
