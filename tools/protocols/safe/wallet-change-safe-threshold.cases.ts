import { defineCases } from '../../core/cases.ts'
import { refused, served, shows, TOLD } from './safe-cases.ts'

/** Cases of `wallet_change_safe_threshold`. */
export const CASES = defineCases({
  refuses: [
    refused({ params: { threshold: 2 }, code: 'SAFE_SETTING_UNCHANGED' }),
    refused({ params: { threshold: 4 }, code: 'SAFE_THRESHOLD_INVALID' }),
    refused({ params: { threshold: 0 }, code: 'INVALID_PARAMS' }),
  ],
  serves: [
    served({
      params: { threshold: 3 },
      expect: { ...TOLD, threshold: 3 },
      after: shows({ threshold: '3', nonce: '1' }),
    }),
  ],
})
