import { at, defineCases, kept } from '../../core/cases.ts'
import { PLACED_BEFORE } from './past-steps.ts'

/** Cases of `model_cancel_order`. */
export const CASES = defineCases({
  refuses: [{ params: { order: '7' }, code: 'NOT_IN_MODEL' }],
  serves: [
    {
      before: [PLACED_BEFORE],
      params: { order: kept('placed.id') },
      expect: { 'tokens.0.token': at('USDC'), 'tokens.0.deltaBaseUnits': '1000000000' },
    },
    {
      name: 'one that has expired',
      before: [PLACED_BEFORE, { tool: 'testnet_time_travel', params: { durationSeconds: 7_200 } }],
      params: { order: kept('placed.id') },
    },
  ],
})
