import { defineCases } from '../../core/cases.ts'
import { STAKED_BEFORE } from './past-steps.ts'

/** Cases of `model_request_exit`. */
export const CASES = defineCases({
  refuses: [
    { params: { sharesBaseUnits: '1' }, code: 'NOT_IN_MODEL' },
    { params: { sharesBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      before: [STAKED_BEFORE],
      params: { sharesBaseUnits: '700000000000000000' },
      expect: { 'tokens.length': 0, id: '1' },
    },
  ],
})
