import { at, defineCases } from '../../core/cases.ts'
import { OWNERS, refused, served, shows, TOLD } from './safe-cases.ts'

/** Cases of `wallet_add_safe_owner`. */
export const CASES = defineCases({
  refuses: [
    { ownedByGate: true, params: { owner: at('stranger'), threshold: 2 }, code: 'NOT_FOUND' },
    refused({ params: { owner: 'somebody', threshold: 2 }, code: 'INVALID_PARAMS' }),
    refused({ params: { owner: at('stranger'), threshold: 0 }, code: 'INVALID_PARAMS' }),
    refused({ params: { owner: at('stranger'), threshold: 5 }, code: 'SAFE_THRESHOLD_INVALID' }),
    refused({ params: { owner: OWNERS[1], threshold: 2 }, code: 'SAFE_SETTING_UNCHANGED' }),
  ],
  serves: [
    served({
      params: { owner: at('stranger'), threshold: 3 },
      expect: { ...TOLD, ownersAdded: [at('stranger')], threshold: 3 },
      plan: { route: 'account', maker: at('approver'), 'calls.length': 1, 'calls.0.to': at('approver') },
      after: shows({ owners: [at('stranger'), ...OWNERS], threshold: '3', nonce: '1', modules: [] }),
    }),
    served({
      name: 'with the threshold as it is',
      params: { owner: at('stranger'), threshold: 2 },
      expect: { ...TOLD, ownersAdded: [at('stranger')] },
      after: shows({ owners: [at('stranger'), ...OWNERS], threshold: '2' }),
    }),
  ],
})
