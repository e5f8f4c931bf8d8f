import { defineCases, own, sum } from '../../core/cases.ts'

/** Cases of `safety_get_audit_entries`. */
export const CASES = defineCases({
  refuses: [{ params: { limit: 201 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [{ tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } }],
      params: { limit: 2 },
      expect: {
        nextIndex: sum(own('entries.-1.index'), 1),
        'entries.length': 2,
        'entries.1.previousHash': own('entries.0.hash'),
      },
    },
    { name: 'the end of the log', params: { fromIndex: 1000 }, expect: { entries: [], nextIndex: null } },
  ],
})
