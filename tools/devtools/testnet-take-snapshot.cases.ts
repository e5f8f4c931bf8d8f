import { defineCases, matching } from '../core/cases.ts'

/** Cases of `testnet_take_snapshot`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [{ expect: { snapshotId: matching('^0x[0-9a-f]+$') } }],
})
