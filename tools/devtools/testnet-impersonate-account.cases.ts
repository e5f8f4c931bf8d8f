import { at, defineCases } from '../core/cases.ts'

/** Cases of `testnet_impersonate_account`. */
export const CASES = defineCases({
  refuses: [{ params: { account: at('whale') }, code: 'INVALID_PARAMS' }],
  serves: [
    { params: { account: at('whale'), enabled: true }, expect: { done: true } },
    {
      name: 'no longer',
      before: [{ tool: 'testnet_impersonate_account', params: { account: at('whale'), enabled: true } }],
      params: { account: at('whale'), enabled: false },
      expect: { done: true },
    },
  ],
})
