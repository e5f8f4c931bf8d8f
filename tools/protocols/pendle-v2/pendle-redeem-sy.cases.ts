import { at, between, defineCases } from '../../core/cases.ts'
import { SY, WRAPPED } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_redeem_sy`. */
export const CASES = defineCases({
  refuses: [
    { params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { amountBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
  ],
  serves: [
    {
      before: [WRAPPED],
      params: { amountBaseUnits },
      expect: {
        'positions.0.token': SY,
        'positions.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'tokens.0.token': at('DAI'),
        // A share is worth a little more than a DAI.
        'tokens.0.deltaBaseUnits': between('500002000000000000000', '500004000000000000000'),
      },
    },
  ],
})
