import { between, defineCases } from '../../core/cases.ts'

/** Cases of `safety_verify_audit_log`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [{ tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } }],
      expect: { isIntact: true, entries: between(2, 50), problem: null },
    },
  ],
})
