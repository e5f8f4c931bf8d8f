import { defineCases } from '../../core/cases.ts'

/** Cases of `safety_list_permits`. */
export const CASES = defineCases({
  refuses: [{ params: { limit: 0 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        { tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } },
        { pi: 'preview_action', args: { kind: 'wrap', params: { amountBaseUnits: '6' } } },
      ],
      params: { state: 'committed' },
      expect: { totalPermits: 1, 'permits.0.tool': 'weth_wrap_eth', 'permits.0.state': 'committed' },
    },
    { name: 'none', expect: { totalPermits: 0, permits: [] } },
  ],
})
