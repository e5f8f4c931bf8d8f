import { defineCases } from '../../core/cases.ts'
import { loosens, policyOf, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_min_health`. */
export const CASES = defineCases({
  refuses: [{ params: { minHealthWad: '18446744073709551616', step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ minHealthWad: '1500000000000000000' }, [[policyOf('minHealth'), '1500000000000000000']]),
    loosens(
      'safety_set_cage_min_health',
      { minHealthWad: '1000000000000000001' },
      {
        before: [[policyOf('minHealth'), '1100000000000000000']],
        after: [[policyOf('minHealth'), '1000000000000000001']],
      },
    ),
  ],
})
