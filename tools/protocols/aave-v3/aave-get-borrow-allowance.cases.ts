import { at, callData, defineCases } from '../../core/cases.ts'
import { tokenOf } from './past-steps.ts'

/** Cases of `aave_get_borrow_allowance`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE', delegator: at('trader') }, code: 'RESERVE_NOT_FOUND' },
    { params: { token: 'USDC' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [
        {
          send: {
            from: 'trader',
            to: tokenOf('USDC', 'variableDebtTokenAddress'),
            data: callData('function approveDelegation(address, uint256)', [at('account'), '7000000']),
          },
        },
      ],
      params: { token: 'USDC', delegator: at('trader') },
      roundTrips: 2,
      expect: { allowanceBaseUnits: '7000000', delegatee: at('account') },
    },
    {
      name: 'none',
      params: { token: 'WETH', delegator: at('trader'), delegatee: at('stranger') },
      expect: { allowanceBaseUnits: '0' },
    },
  ],
})
