import { defineCases } from '../../core/cases.ts'

/** Cases of `hook_list_templates`. */
export const CASES = defineCases({
  refuses: [{ params: { permission: 'afterEverything' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      roundTrips: 0,
      expect: {
        'templates.length': 3,
        'templates.0.name': 'allow-list',
        'templates.0.permissions': ['beforeAddLiquidity', 'beforeSwap'],
        'templates.0.isOwned': true,
        'templates.0.mayRefuseDeposits': true,
        'templates.0.mayRefuseWithdrawals': false,
        'templates.0.parameters.1': { name: 'owner', type: 'address', meaning: 'who changes the list' },
        'templates.0.parameters.2.type': 'address[]',
        'templates.1.name': 'swap-counter',
        'templates.1.permissions': ['afterSwap'],
        'templates.1.parameters.length': 1,
        'templates.1.changesSwapAmounts': false,
        'templates.2.name': 'top-of-block-fee',
        'templates.2.needsDynamicFee': true,
        'templates.2.isOwned': false,
      },
    },
    {
      name: 'those with a permission',
      params: { permission: 'afterSwap' },
      roundTrips: 0,
      expect: { 'templates.length': 1, 'templates.0.name': 'swap-counter' },
      after: [
        {
          tool: 'hook_list_templates',
          params: { permission: 'beforeDonate' },
          expect: { templates: [] },
        },
      ],
    },
  ],
})
