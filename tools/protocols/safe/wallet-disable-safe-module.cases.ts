import { at, defineCases } from '../../core/cases.ts'
import { refused, served, shows, TOLD } from './safe-cases.ts'

/** Cases of `wallet_disable_safe_module`. */
export const CASES = defineCases({
  refuses: [refused({ params: { module: at('stranger') }, code: 'NOT_FOUND' })],
  serves: [
    served({
      before: [{ tool: 'wallet_enable_safe_module', params: { module: at('safe.signMessageLib') } }],
      params: { module: at('safe.signMessageLib') },
      expect: { ...TOLD, modulesDisabled: [at('safe.signMessageLib')] },
      after: shows({ modules: [], nonce: '2' }),
    }),
  ],
})
