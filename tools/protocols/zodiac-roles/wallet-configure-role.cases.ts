import { at, defineCases } from '../../core/cases.ts'
import {
  allowanceShows,
  DAILY,
  ENABLED,
  MODIFIER,
  PAY_ALLOWANCE,
  PAY_USDC,
  refused,
  served,
  TOLD,
} from './role-cases.ts'

/** Cases of `wallet_configure_role`. */
export const CASES = defineCases({
  refuses: [
    refused({ params: { ...DAILY, role: 'two words' }, code: 'INVALID_PARAMS' }),
    { params: DAILY, ownedByGate: true, code: 'NOT_A_ROLES_MODIFIER' },
    refused({ params: DAILY, code: 'NOT_A_ROLES_MODIFIER' }),
    refused({ params: { ...DAILY, modifier: at('weth') }, code: 'NOT_A_ROLES_MODIFIER' }),
    refused({ before: [ENABLED], params: { ...DAILY, token: 'NONE' }, code: 'UNKNOWN_TOKEN' }),
    refused({ before: [ENABLED], params: { ...PAY_USDC, step: 'allowance' }, code: 'ROLE_TERMS_UNFIT' }),
    refused({ before: [ENABLED], params: { ...DAILY, step: 'target' }, code: 'ROLE_TERMS_UNFIT' }),
    refused({
      before: [ENABLED],
      params: { ...DAILY, amountBaseUnits: '340282366920938463463374607431768211456' },
      code: 'ROLE_TERMS_UNFIT',
    }),
  ],
  serves: [
    served({
      name: 'an allowance',
      before: [ENABLED],
      params: DAILY,
      plan: { route: 'account', 'calls.0.to': MODIFIER, 'expectation.assets': [] },
      expect: {
        ...TOLD,
        allowances: [{ key: PAY_ALLOWANCE, balanceBaseUnits: '300000000', periodSeconds: '86400' }],
      },
      after: [
        { chain: allowanceShows(0), expect: { '': '300000000' } },
        { chain: allowanceShows(1), expect: { '': '300000000' } },
        { chain: allowanceShows(2), expect: { '': '86400' } },
        { chain: allowanceShows(3), expect: { '': '300000000' } },
      ],
    }),
    served({
      name: 'an allowance that is used up once',
      before: [ENABLED],
      params: { ...PAY_USDC, step: 'allowance', amountBaseUnits: '5' },
      expect: { ...TOLD, allowances: [{ key: PAY_ALLOWANCE, balanceBaseUnits: '5', periodSeconds: '0' }] },
      after: [{ chain: allowanceShows(0), expect: { '': '0' } }],
    }),
    served({
      name: 'what may be called',
      before: [ENABLED],
      params: { ...PAY_USDC, step: 'function' },
      expect: { ...TOLD, payments: [{ token: at('USDC'), recipient: at('account') }] },
    }),
    served({
      name: 'of what contract',
      before: [ENABLED],
      params: { ...PAY_USDC, step: 'target' },
      expect: { ...TOLD, targetsScoped: [at('USDC')] },
    }),
  ],
})
