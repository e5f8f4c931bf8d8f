import { at, defineCases } from '../../core/cases.ts'
import { OWNERS, refused, served, shows, TOLD } from './safe-cases.ts'

/** Cases of `wallet_remove_safe_owner`. */
export const CASES = defineCases({
  refuses: [
    refused({ params: { owner: at('stranger'), threshold: 2 }, code: 'NOT_FOUND' }),
    refused({ params: { owner: OWNERS[0], threshold: 3 }, code: 'SAFE_THRESHOLD_INVALID' }),
    refused({ params: { owner: OWNERS[0] }, code: 'INVALID_PARAMS' }),
  ],
  serves: [
    served({
      name: 'the first of them',
      params: { owner: OWNERS[0], threshold: 2 },
      expect: { ...TOLD, ownersRemoved: [OWNERS[0]] },
      after: shows({ owners: OWNERS.slice(1), threshold: '2', nonce: '1' }),
    }),
    served({
      name: 'the last of them',
      params: { owner: OWNERS[2], threshold: 2 },
      expect: { ...TOLD, ownersRemoved: [OWNERS[2]] },
      after: shows({ owners: OWNERS.slice(0, 2), threshold: '2' }),
    }),
  ],
})
