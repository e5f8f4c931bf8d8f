import { between, defineCases } from '../../core/cases.ts'

/** Cases of `intel_evaluate_leverage_loop`. */
export const CASES = defineCases({
  refuses: [
    { params: { collateral: 'WETH', debt: 'ETH', leverageBps: 20_000 }, code: 'SAME_TOKEN' },
    { params: { collateral: 'NOPRICE', debt: 'USDC', leverageBps: 20_000 }, code: 'RESERVE_NOT_FOUND' },
    { params: { collateral: 'WETH', debt: 'USDC', leverageBps: 10_000 }, code: 'INVALID_PARAMS' },
    {
      params: { collateral: 'USDC', debt: 'WETH', leverageBps: 20_000, eModeCategory: 1 },
      code: 'NOT_FOUND',
    },
    {
      params: { collateral: 'WETH', debt: 'WBTC', leverageBps: 20_000, eModeCategory: 1 },
      code: 'NOT_FOUND',
    },
  ],
  serves: [
    {
      params: { collateral: 'WETH', debt: 'USDC', leverageBps: 20_000 },
      roundTrips: 2,
      expect: {
        healthFactor: '1.66',
        liquidationDistancePercent: between(39.7, 39.8),
        mostLeverageBps: 50_000,
        isWithinLimits: true,
        netApyPercent: between(-5, -1),
      },
    },
    {
      name: 'further in a category',
      params: { collateral: 'USDC', debt: 'DAI', leverageBps: 100_000, eModeCategory: 1 },
      roundTrips: 3,
      expect: { healthFactor: between(1.05, 1.06), isWithinLimits: true, mostLeverageBps: 142_857 },
    },
  ],
})
