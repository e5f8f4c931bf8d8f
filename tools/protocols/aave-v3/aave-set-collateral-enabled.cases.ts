import { defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED } from './past-steps.ts'

const SUPPLIED_BESIDE = {
  tool: 'aave_supply_collateral',
  params: { token: 'DAI', amountBaseUnits: '1000000000000000000000' },
  driftBps: 1,
} as const

/** Cases of `aave_set_collateral_enabled`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'WETH', enabled: false }, code: 'NOTHING_THERE' },
    { params: { token: 'WETH' }, code: 'INVALID_PARAMS' },
    { before: BORROWED, params: { token: 'WETH', enabled: false }, code: 'HEALTH_FACTOR_TOO_LOW' },
    {
      before: [...BORROWED, SUPPLIED_BESIDE],
      params: { token: 'DAI', enabled: false, leastHealthFactor: '100' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
  ],
  serves: [
    {
      name: 'off',
      before: [SUPPLIED],
      params: { token: 'WETH', enabled: false },
      expect: { changed: true },
      after: [{ tool: 'aave_get_user_reserves', expect: { 'reserves.0.isCollateral': false } }],
    },
    {
      name: 'on',
      before: [
        {
          tool: 'aave_supply_collateral',
          params: { token: 'WETH', amountBaseUnits: '1000000000000000000', asCollateral: false },
          driftBps: 1,
        },
      ],
      params: { token: 'WETH', enabled: true },
      expect: { changed: true },
      after: [{ tool: 'aave_get_user_reserves', expect: { 'reserves.0.isCollateral': true } }],
    },
    {
      name: 'on already',
      before: [SUPPLIED],
      params: { token: 'WETH', enabled: true },
      expect: { changed: false },
    },
  ],
})
