import { at, defineCases, onChain } from '../../core/cases.ts'
import {
  allowanceShows,
  CONFIGURED,
  DAILY,
  MODIFIER,
  PAY_ALLOWANCE,
  PAY_KEY,
  PAY_USDC,
  served,
} from './role-cases.ts'

/** Cases of `wallet_get_role_permissions`. */
export const CASES = defineCases({
  refuses: [
    { params: { modifier: at('stranger') }, code: 'NOT_A_ROLES_MODIFIER' },
    { params: { modifier: at('weth') }, code: 'NOT_A_ROLES_MODIFIER' },
    { params: { modifier: 'mine' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    served({
      name: 'before anything is set',
      params: { modifier: MODIFIER },
      expect: {
        owner: at('approver'),
        avatar: at('approver'),
        target: onChain(MODIFIER, 'function target() view returns (address)'),
        isEnabled: false,
        roles: [],
        allowances: [],
        isComplete: true,
      },
    }),
    served({
      name: 'a role that pays the account',
      before: CONFIGURED,
      params: { modifier: MODIFIER },
      expect: {
        isEnabled: true,
        roles: [
          {
            roleKey: PAY_KEY,
            name: 'pay',
            members: [at('operator')],
            targets: [
              {
                target: at('USDC'),
                clearance: 'function',
                maySendNative: false,
                mayDelegatecall: false,
                functions: [
                  {
                    selector: '0xa9059cbb',
                    access: 'payment',
                    conditionCount: 3,
                    maySendNative: false,
                    mayDelegatecall: false,
                    recipient: at('account'),
                    allowanceKey: PAY_ALLOWANCE,
                  },
                ],
              },
            ],
          },
        ],
        'allowances.length': 1,
        'allowances.0.allowanceKey': PAY_ALLOWANCE,
        'allowances.0.balanceBaseUnits': allowanceShows(3),
        'allowances.0.refillBaseUnits': '300000000',
        'allowances.0.maxRefillBaseUnits': '300000000',
        'allowances.0.periodSeconds': '86400',
      },
      after: [
        { tool: 'wallet_configure_role', params: { ...DAILY, amountBaseUnits: '0' } },
        {
          tool: 'wallet_get_role_permissions',
          params: { modifier: MODIFIER },
          expect: { 'allowances.0.balanceBaseUnits': '0', 'allowances.0.refillBaseUnits': '0' },
        },
        { tool: 'wallet_configure_role', params: { ...PAY_USDC, step: 'target' } },
      ],
    }),
  ],
})
