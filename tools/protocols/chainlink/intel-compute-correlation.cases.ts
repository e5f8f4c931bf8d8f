import { between, type CaseStep, defineCases } from '../../core/cases.ts'

const setPrice = (token: string, priceUsd: string): CaseStep => ({
  tool: 'testnet_set_oracle_price',
  params: { token, priceUsd },
})
const WAIT: CaseStep = { tool: 'testnet_time_travel', params: { seconds: 3_600 } }

/** Four hours in which WBTC moves as WETH does, and DAI against both. */
const MOVED: readonly CaseStep[] = [
  ['3000', '60000', '1'],
  ['3300', '66000', '0.98'],
  ['3135', '62700', '1'],
  ['3291.75', '65835', '0.99'],
  ['3127.16', '62543.25', '1.01'],
].flatMap(([weth = '', wbtc = '', dai = '']) => [
  WAIT,
  setPrice('WETH', weth),
  setPrice('WBTC', wbtc),
  setPrice('DAI', dai),
])

/** Cases of `intel_compute_correlation`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokens: ['WETH'] }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['WETH', 'NOPRICE'] }, code: 'NO_PRICE' },
    { params: { tokens: ['WETH', 'USDX'] }, code: 'UNKNOWN_TOKEN' },
    { params: { tokens: ['WETH', 'DAI'], rounds: 4, stepSeconds: 604_800 }, code: 'NOT_FOUND' },
    {
      before: [
        ...MOVED,
        { tool: 'testnet_set_oracle_price', params: { token: 'DAI', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      params: { tokens: ['WETH', 'DAI'], rounds: 20 },
      code: 'NO_PRICE',
    },
  ],
  serves: [
    {
      before: MOVED,
      params: { tokens: ['WETH', 'WBTC', 'DAI'], rounds: 20 },
      roundTrips: 3,
      expect: {
        benchmark: 'WETH',
        'tokens.length': 3,
        'tokens.0.beta': 1,
        'tokens.1.beta': between(0.99, 1.01),
        'tokens.2.beta': between(-0.5, -0.05),
        'pairs.length': 3,
        'pairs.0.a': 'WETH',
        'pairs.0.b': 'WBTC',
        'pairs.0.correlation': between(0.99, 1),
        'pairs.1.correlation': between(-1, -0.7),
      },
    },
    {
      name: 'one that never moved',
      before: MOVED,
      params: { tokens: ['WETH', 'USDT'], stepSeconds: 1_800 },
      expect: { 'tokens.1.beta': 0, 'tokens.1.deviation': 0, 'pairs.0.correlation': null },
    },
  ],
})
