import { at, defineCases } from '../../core/cases.ts'
import { EARNS, heldOf, SY, WRAPPED } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_mint_sy`. */
export const CASES = defineCases({
  refuses: [{ params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' }],
  serves: [
    {
      name: 'at the rate of the vault',
      params: { amountBaseUnits },
      expect: {
        'tokens.0.token': at('DAI'),
        'tokens.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'positions.0.token': SY,
        'positions.0.deltaBaseUnits': heldOf(SY, 'account'),
      },
    },
    { name: 'once SY is worth more', before: [WRAPPED, EARNS], params: { amountBaseUnits } },
  ],
})
