import { defineCases } from '../../core/cases.ts'
import { OWNERS, refused, served, shows, TOLD } from './safe-cases.ts'

/** Cases of `wallet_reject_safe_transaction`. */
export const CASES = defineCases({
  refuses: [
    refused({ params: { nonce: '1' }, code: 'SAFE_NONCE_NOT_NEXT' }),
    refused({ params: { nonce: '-1' }, code: 'INVALID_PARAMS' }),
  ],
  serves: [
    served({
      params: { nonce: '0' },
      expect: TOLD,
      plan: { 'calls.0.data': '0x', 'calls.0.valueWei': '0' },
      after: shows({ nonce: '1', owners: [...OWNERS], threshold: '2', modules: [] }),
    }),
  ],
})
