import { between, type CaseStep, defineCases } from '../../core/cases.ts'

const setPrice = (token: string, priceUsd: string): CaseStep => ({
  tool: 'testnet_set_oracle_price',
  params: { token, priceUsd },
})
const WAIT: CaseStep = { tool: 'testnet_time_travel', params: { seconds: 3_600 } }

/** Four hours in which WETH and WBTC move by turns, the former twice as far. */
const MOVED: readonly CaseStep[] = [
  ['3000', '60000'],
  ['3300', '60000'],
  ['3300', '63000'],
  ['3000', '63000'],
  ['3000', '60000'],
].flatMap(([weth = '', wbtc = '']) => [WAIT, setPrice('WETH', weth), setPrice('WBTC', wbtc)])

const HISTORY = { rounds: 20, stepSeconds: 3_600 }

/** Cases of `intel_optimize_weights`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokens: ['WETH'] }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['WETH', 'WBTC'], maxWeightBps: 4_999 }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['WETH', 'USDX'] }, code: 'UNKNOWN_TOKEN' },
    { params: { tokens: ['WETH', 'NOPRICE'] }, code: 'NO_PRICE' },
    {
      before: MOVED,
      params: { tokens: ['WETH', 'USDT'], method: 'risk-parity', ...HISTORY },
      code: 'NOT_FOUND',
    },
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
      name: 'least variance: by the inverse of the variances',
      before: MOVED,
      params: { tokens: ['WETH', 'WBTC'], ...HISTORY },
      roundTrips: 3,
      expect: {
        returnCount: between(4, 5),
        // ln(1.1)² against ln(1.05)², which never come together: 2 380 to 9 084.
        'tokens.0.weightBps': between(2_075, 2_077),
        'tokens.1.weightBps': between(7_923, 7_925),
        deviation: between(0.0307, 0.0308),
      },
    },
    {
      name: 'the same risk of each: by the inverse of the deviations',
      before: MOVED,
      params: { tokens: ['WETH', 'WBTC'], method: 'risk-parity', ...HISTORY },
      expect: {
        // ln(1.05) to ln(1.1).
        'tokens.0.weightBps': between(3_385, 3_387),
        'tokens.0.riskShareBps': between(4_998, 5_002),
        'tokens.1.riskShareBps': between(4_998, 5_002),
      },
    },
    {
      name: 'no more than the cap',
      before: MOVED,
      params: { tokens: ['WETH', 'USDT'], maxWeightBps: 7_000, ...HISTORY },
      expect: { 'tokens.0.weightBps': 3_000, 'tokens.1.weightBps': 7_000, 'tokens.0.riskShareBps': 10_000 },
    },
  ],
})
