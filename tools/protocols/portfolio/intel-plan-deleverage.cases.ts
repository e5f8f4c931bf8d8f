import { at, between, type CaseStep, defineCases, kept, onChain } from '../../core/cases.ts'

const aave = (tool: string, token: string, amountBaseUnits: string): CaseStep => ({
  tool,
  params: { token, amountBaseUnits },
  driftBps: 1,
})

/** Four WETH against 7 900 USDC: a health of 1.26. */
const INDEBTED: readonly CaseStep[] = [
  aave('aave_supply_collateral', 'WETH', '4000000000000000000'),
  aave('aave_borrow_asset', 'USDC', '7900000000'),
]
const HEALTH = onChain(
  at('aave-v3.pool'),
  'function getUserAccountData(address) view returns (uint256, uint256, uint256, uint256, uint256, uint256)',
  [at('account')],
  5,
)
const TWO = { targetHealthWad: '2000000000000000000' }

/** Cases of `intel_plan_deleverage`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { targetHealthWad: '1000000000000000000' }, code: 'INVALID_PARAMS' },
    { params: { targetHealthWad: '1003000000000000000' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'idle tokens of the debt suffice, and bring the health that was asked for',
      before: [...INDEBTED, { tool: 'intel_plan_deleverage', params: TWO, keep: 'planned' }],
      params: TWO,
      roundTrips: 3,
      expect: {
        isComplete: true,
        'debts.length': 1,
        'debts.0.protocol': 'aave-v3',
        'debts.0.healthWad': HEALTH,
        'debts.0.reachesTarget': true,
        'steps.length': 1,
        'steps.0.type': 'repay',
        'steps.0.debtToken': 'USDC',
        // 7 900 less half of 83 % of 12 000.
        'steps.0.repayBaseUnits': between('2919999000', '2920001000'),
        costMicroUsd: '0',
        isPriceStale: false,
      },
      after: [
        {
          tool: 'aave_repay_debt',
          params: { token: 'USDC', amountBaseUnits: kept('planned.steps.0.repayBaseUnits') },
          driftBps: 1,
        },
        {
          tool: 'aave_get_health_factor',
          expect: { healthFactor: between('1.99999', '2.00001') },
        },
      ],
    },
    {
      name: 'what is healthy is left as it is',
      before: INDEBTED,
      params: { targetHealthWad: '1200000000000000000' },
      expect: { 'debts.length': 1, steps: [], costMicroUsd: '0' },
    },
    {
      name: 'by a price of long ago',
      before: [
        ...INDEBTED,
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      params: TWO,
      expect: { 'steps.length': 1, isPriceStale: true },
    },
  ],
})
