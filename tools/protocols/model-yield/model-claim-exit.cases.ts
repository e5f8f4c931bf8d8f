import { at, defineCases, kept } from '../../core/cases.ts'
import { LEFT_BEFORE, STAKED_BEFORE } from './past-steps.ts'

const LEAVING = [STAKED_BEFORE, LEFT_BEFORE]

/** Cases of `model_claim_exit`. */
export const CASES = defineCases({
  refuses: [
    { params: { ticket: '7' }, code: 'NOT_IN_MODEL' },
    { before: LEAVING, params: { ticket: kept('left.id') }, code: 'NOT_CLAIMABLE_YET' },
  ],
  serves: [
    {
      before: [...LEAVING, { tool: 'testnet_time_travel', params: { durationSeconds: 259_200 } }],
      params: { ticket: kept('left.id') },
      expect: { 'tokens.0.token': at('WETH') },
    },
  ],
})
