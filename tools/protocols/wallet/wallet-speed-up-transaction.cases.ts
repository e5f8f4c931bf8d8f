import { defineCases, kept } from '../../core/cases.ts'
import { PREVIEW_NEXT, STUCK } from './pending-case.ts'

const UNKNOWN = `0x${'7'.repeat(64)}`

/** Cases of `wallet_speed_up_transaction`. */
export const CASES = defineCases({
  refuses: [
    { params: { permitId: '0x12' }, code: 'INVALID_PARAMS' },
    { params: { permitId: UNKNOWN }, code: 'REPLACEMENT_NOT_OPEN' },
  ],
  serves: [
    {
      baseFeeWei: '1000000000',
      before: STUCK,
      params: { permitId: kept('stuck.permitId') },
      plan: { route: 'outbox', operation: 'replace', 'calls.length': 0 },
      expect: { permitId: kept('stuck.permitId'), kind: 'raise' },
      after: [
        { mine: 1 },
        PREVIEW_NEXT,
        {
          tool: 'safety_get_permit',
          params: { permitId: kept('stuck.permitId') },
          expect: { state: 'committed' },
        },
      ],
    },
  ],
})
