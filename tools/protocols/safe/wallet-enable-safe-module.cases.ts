import { at, defineCases } from '../../core/cases.ts'
import { refused, served, shows, TOLD } from './safe-cases.ts'

/** Cases of `wallet_enable_safe_module`. */
export const CASES = defineCases({
  refuses: [
    refused({ params: { module: 'roles' }, code: 'INVALID_PARAMS' }),
    refused({
      before: [{ tool: 'wallet_enable_safe_module', params: { module: at('safe.signMessageLib') } }],
      params: { module: at('safe.signMessageLib') },
      code: 'SAFE_SETTING_UNCHANGED',
    }),
  ],
  serves: [
    served({
      params: { module: at('safe.signMessageLib') },
      expect: { ...TOLD, modulesEnabled: [at('safe.signMessageLib')] },
      after: shows({ modules: [at('safe.signMessageLib')], nonce: '1' }),
    }),
  ],
})
