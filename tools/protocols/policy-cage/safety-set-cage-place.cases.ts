import { defineCases } from '../../core/cases.ts'
import { loosens, shows, viewOf } from './cage-cases.ts'

const PLACE = `0x${'A5'.repeat(32)}`
const IS_ALLOWED = viewOf('isPlaceAllowed(bytes32) view returns (bool)', [PLACE])

const APPROVED = loosens(
  'safety_set_cage_place',
  { place: PLACE, isAllowed: true },
  { before: [[IS_ALLOWED, false]], after: [[IS_ALLOWED, true]] },
)

/** Cases of `safety_set_cage_place`. */
export const CASES = defineCases({
  refuses: [{ params: { place: '0x01', isAllowed: true, step: 'queue' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      ...APPROVED,
      after: [
        ...(APPROVED.after ?? []),
        {
          tool: 'safety_set_cage_place',
          params: { place: PLACE, isAllowed: false, step: 'apply' },
          expect: { changed: true, loosened: false },
        },
        ...shows([[IS_ALLOWED, false]]),
      ],
    },
  ],
})
