import { defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED } from './past-steps.ts'

const LOOP = { collateral: 'WETH', debt: 'USDC', slippageBps: 100 }
const OPEN = {
  tool: 'aave_open_leverage_loop',
  params: { ...LOOP, amountBaseUnits: '1000000000000000000', leverageBps: 25_000 },
  driftBps: 100,
} as const

/** Cases of `aave_close_leverage_loop`. */
export const CASES = defineCases({
  refuses: [
    { before: [SUPPLIED], params: LOOP, code: 'NOTHING_THERE' },
    { before: BORROWED, params: { ...LOOP, collateral: 'DAI' }, code: 'INVALID_PARAMS' },
    { params: { ...LOOP, debt: 'WETH' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      name: 'in one round',
      driftBps: 100,
      before: BORROWED,
      params: LOOP,
      plan: { 'calls.length': 8 },
      after: [{ tool: 'aave_get_user_reserves', expect: { reserves: [] } }],
    },
    {
      name: 'beside another debt, for which the rest of the collateral stays',
      driftBps: 100,
      before: [
        ...BORROWED,
        {
          tool: 'aave_borrow_asset',
          params: { token: 'DAI', amountBaseUnits: '500000000000000000000' },
          driftBps: 1,
        },
      ],
      params: LOOP,
      plan: { 'calls.length': 7 },
      after: [
        {
          tool: 'aave_get_user_reserves',
          expect: { 'reserves.length': 2, 'reserves.0.symbol': 'WETH', 'reserves.1.symbol': 'DAI' },
        },
      ],
    },
    {
      name: 'round by round',
      driftBps: 100,
      before: [OPEN],
      params: LOOP,
      after: [{ tool: 'aave_get_user_reserves', expect: { reserves: [] } }],
    },
  ],
})
