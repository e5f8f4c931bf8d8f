import { defineCases } from '../../core/cases.ts'
import { BORROWED } from './past-steps.ts'

const DAI_SUPPLIED = {
  tool: 'aave_supply_collateral',
  params: { token: 'DAI', amountBaseUnits: '2000000000000000000000' },
  driftBps: 1,
} as const

/** Owes more than the reserve itself would let: only the category does. */
const RELYING = [
  DAI_SUPPLIED,
  { tool: 'aave_set_emode', params: { eModeCategory: 1 } },
  {
    tool: 'aave_borrow_asset',
    params: { token: 'USDC', amountBaseUnits: '1700000000', leastHealthFactor: '1.1' },
    driftBps: 1,
  },
] as const

/** Cases of `aave_set_emode`. */
export const CASES = defineCases({
  refuses: [
    { params: { eModeCategory: 7 }, code: 'NOT_FOUND' },
    { params: { eModeCategory: 256 }, code: 'INVALID_PARAMS' },
    {
      before: [
        ...BORROWED,
        {
          tool: 'aave_borrow_asset',
          params: { token: 'WETH', amountBaseUnits: '100000000000000000' },
          driftBps: 1,
        },
      ],
      params: { eModeCategory: 1 },
      code: 'INVALID_PARAMS',
    },
    {
      before: RELYING,
      params: { eModeCategory: 0, leastHealthFactor: '1' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
  ],
  serves: [
    {
      name: 'into a category',
      before: [DAI_SUPPLIED],
      params: { eModeCategory: 1 },
      expect: { eModeCategory: 1 },
      after: [{ tool: 'aave_get_user_reserves', expect: { eModeCategory: 1 } }],
    },
    {
      name: 'out of it',
      before: [DAI_SUPPLIED, { tool: 'aave_set_emode', params: { eModeCategory: 1 } }],
      params: { eModeCategory: 0 },
      expect: { eModeCategory: 0 },
    },
  ],
})
