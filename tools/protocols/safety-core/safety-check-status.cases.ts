import { defineCases, kept } from '../../core/cases.ts'

/** Cases of `safety_check_status`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        { pi: 'preview_action', args: { kind: 'wrap', params: { amountBaseUnits: '5' } }, keep: 'permit' },
        { tool: 'testnet_mine_blocks', params: { count: 1, intervalSeconds: 10 } },
      ],
      expect: {
        phase: 'thriving',
        isHalted: false,
        haltedForSeconds: null,
        'openPermits.length': 1,
        'openPermits.0.permitId': kept('permit.permitId'),
        'openPermits.0.ageSeconds': 10,
      },
    },
    {
      name: 'after a halt',
      before: [{ pi: 'emergency_halt', args: { reason: 'a drill' } }],
      expect: { isHalted: true, openPermits: [] },
    },
  ],
})
