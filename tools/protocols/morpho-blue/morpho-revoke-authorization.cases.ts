import { at, callData, defineCases } from '../../core/cases.ts'

/** An account that its own testers impersonate: nothing of the stack grants authority. */
const GRANTED = [
  { tool: 'testnet_impersonate_account', params: { account: at('account'), enabled: true } },
  {
    send: {
      from: 'account',
      to: at('morpho-blue.morpho'),
      data: callData('function setAuthorization(address, bool)', [at('stranger'), true]),
    },
  },
]

/** Cases of `morpho_revoke_authorization`. */
export const CASES = defineCases({
  refuses: [
    { params: { manager: at('stranger') }, code: 'NOT_AUTHORIZED' },
    { params: { manager: '0x12' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: GRANTED,
      params: { manager: at('stranger') },
      expect: {
        revoked: [at('stranger')],
      },
      after: [
        {
          tool: 'morpho_get_authorizations',
          params: { managers: [at('stranger')] },
          expect: { managers: [] },
        },
      ],
    },
  ],
})
