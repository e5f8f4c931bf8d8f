import { at, defineCases } from '../../core/cases.ts'
import { enterEMode } from './past-steps.ts'

/** Cases of `aave_get_emode_categories`. */
export const CASES = defineCases({
  refuses: [{ params: { account: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [enterEMode('trader', 1)],
      params: { account: at('trader') },
      roundTrips: 4,
      expect: {
        accountCategory: 1,
        'categories.length': 1,
        'categories.0.label': 'Stablecoins',
        'categories.0.ltvBps': 9_300,
        'categories.0.liquidationThresholdBps': 9_500,
        'categories.0.liquidationBonusBps': 100,
        'categories.0.tokens': [at('USDC'), at('DAI')],
      },
    },
    { name: 'outside of any', expect: { account: at('account'), accountCategory: 0 } },
  ],
})
