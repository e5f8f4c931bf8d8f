import { at, between, defineCases } from '../../core/cases.ts'

const of = (token: string, weightBps: number) => ({ token, weightBps })

/** Cases of `uniswap_rebalance_to_weights`, whose account holds 100 000 USDC, 50 000 DAI, and 20 WETH at 3000 USD. */
export const CASES = defineCases({
  refuses: [
    { params: { targets: [of('USDC', 5_000), of('WETH', 4_000)] }, code: 'INVALID_PARAMS' },
    { params: { targets: [of('USDC', 5_000), of('USDC', 5_000)] }, code: 'SAME_TOKEN' },
    { params: { targets: [of('USDC', 5_000), of('NOSUCH', 5_000)] }, code: 'UNKNOWN_TOKEN' },
    { params: { targets: [of('USDC', 5_000), of('NOPRICE', 5_000)] }, code: 'NO_PRICE' },
    { params: { targets: [of('USDC', 6_250), of('WETH', 3_750)], bandBps: 10_000 }, code: 'WEIGHTS_MET' },
  ],
  serves: [
    {
      name: 'what is above its weight is sold for what is below',
      params: { targets: [of('USDC', 6_000), of('WETH', 4_000)] },
      roundTrips: 4,
      plan: { 'calls.length': 5 },
      expect: {
        'tokens.length': 2,
        'tokens.0.token': at('WETH'),
        'tokens.0.deltaBaseUnits': between('1320000000000000000', '1345000000000000000'),
        'tokens.1.token': at('USDC'),
        'tokens.1.deltaBaseUnits': between('-4050000000', '-3950000000'),
      },
    },
    {
      name: 'one is sold for two',
      params: { targets: [of('USDC', 4_550), of('WETH', 2_950), of('DAI', 2_500)], bandBps: 80 },
      plan: { 'calls.length': 5 },
      expect: { 'tokens.length': 3 },
    },
  ],
})
