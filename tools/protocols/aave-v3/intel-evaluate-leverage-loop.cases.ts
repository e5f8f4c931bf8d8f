import { at, between, callData, defineCases } from '../../core/cases.ts'

const CONFIGURATOR = '0x64b761D848206f447Fe2dd461b0c635Ec39EbB27'

/** Who administers the market takes no supplies of a reserve and lends none of it any more. */
const freeze = (token: string) => ({
  send: {
    from: 'deployer',
    to: CONFIGURATOR,
    data: callData('function setReserveFreeze(address, bool)', [at(token), true]),
  },
})

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
      name: 'of a debt that is lent no more',
      before: [freeze('USDC')],
      params: { collateral: 'WETH', debt: 'USDC', leverageBps: 20_000 },
      expect: { mostLeverageBps: 50_000, isWithinLimits: false },
    },
    {
      name: 'of a collateral that is taken no more',
      before: [freeze('WETH')],
      params: { collateral: 'WETH', debt: 'USDC', leverageBps: 20_000 },
      expect: { mostLeverageBps: 50_000, isWithinLimits: false },
    },
    {
      name: 'further in a category',
      params: { collateral: 'USDC', debt: 'DAI', leverageBps: 100_000, eModeCategory: 1 },
      roundTrips: 3,
      expect: { healthFactor: between(1.05, 1.06), isWithinLimits: true, mostLeverageBps: 142_857 },
    },
  ],
})
