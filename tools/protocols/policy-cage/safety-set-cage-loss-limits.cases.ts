import { defineCases } from '../../core/cases.ts'
import { loosens, policyOf, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_loss_limits`. */
export const CASES = defineCases({
  refuses: [{ params: { maxLossBps: 50, step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ maxLossBps: 50, maxStaleExitLossBps: 2_000 }, [
      [policyOf('maxLossBps'), '50'],
      [policyOf('maxStaleExitLossBps'), '2000'],
    ]),
    loosens(
      'safety_set_cage_loss_limits',
      { maxLossBps: 50, maxStaleExitLossBps: 2_001 },
      {
        before: [
          [policyOf('maxLossBps'), '100'],
          [policyOf('maxStaleExitLossBps'), '2000'],
        ],
        after: [
          [policyOf('maxLossBps'), '50'],
          [policyOf('maxStaleExitLossBps'), '2001'],
        ],
      },
    ),
  ],
})
