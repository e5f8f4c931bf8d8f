import { at, defineCases } from '../../core/cases.ts'
import { STAKED_BEFORE } from './past-steps.ts'

const amountBaseUnits = '1500000000000000000'

/** Cases of `model_stake_asset`. */
export const CASES = defineCases({
  refuses: [
    { params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: {}, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { amountBaseUnits },
      plan: { 'calls.length': 2 },
      expect: { 'tokens.0.token': at('WETH'), 'tokens.0.deltaBaseUnits': `-${amountBaseUnits}` },
    },
    {
      name: 'more of the same',
      before: [STAKED_BEFORE],
      params: { amountBaseUnits },
    },
  ],
})
