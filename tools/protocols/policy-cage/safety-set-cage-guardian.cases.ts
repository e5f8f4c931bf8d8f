import { at, defineCases } from '../../core/cases.ts'
import { loosens, policyOf } from './cage-cases.ts'

/** Cases of `safety_set_cage_guardian`. */
export const CASES = defineCases({
  refuses: [{ params: { guardian: 'guardian', step: 'queue' }, code: 'INVALID_PARAMS' }],
  serves: [
    loosens(
      'safety_set_cage_guardian',
      { guardian: at('stranger') },
      { before: [[policyOf('guardian'), at('guardian')]], after: [[policyOf('guardian'), at('stranger')]] },
    ),
  ],
})
