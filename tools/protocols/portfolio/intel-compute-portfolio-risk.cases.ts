import { at, balanceOf, between, type CaseStep, defineCases } from '../../core/cases.ts'

const setPrice = (token: string, priceUsd: string): CaseStep => ({
  tool: 'testnet_set_oracle_price',
  params: { token, priceUsd },
})
const WAIT: CaseStep = { tool: 'testnet_time_travel', params: { seconds: 3_600 } }

/** Four hours: WETH falls by a tenth, rises, falls by a fifth and rises to 3 000 USD again. */
const MOVED: readonly CaseStep[] = ['3000', '2700', '3000', '2400', '3000'].flatMap((weth) => [
  WAIT,
  setPrice('WETH', weth),
])

/** Cases of `intel_compute_portfolio_risk`. */
export const CASES = defineCases({
  refuses: [
    { params: { confidenceBps: 10_000 }, code: 'INVALID_PARAMS' },
    { params: { account: '0x000000000000000000000000000000000000dEaD', rounds: 4 }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: 'the worst of four hours, of everything that moves with WETH',
      before: [
        ...MOVED,
        {
          tool: 'aave_supply_collateral',
          params: { token: 'WETH', amountBaseUnits: '1000000000000000000' },
          driftBps: 1,
        },
      ],
      params: { rounds: 10, stepSeconds: 3_600, confidenceBps: 7_500 },
      roundTrips: 6,
      expect: {
        account: at('account'),
        isComplete: true,
        returnCount: 4,
        tailCount: 1,
        // A fifth of 20 WETH, one of them supplied, and of 5 ETH; what else there is did not move.
        valueAtRiskMicroUsd: between('14999999000', '15000001000'),
        expectedShortfallMicroUsd: between('14999999000', '15000001000'),
        'tokens.0.symbol': 'USDC',
        'tokens.0.valueMicroUsd': balanceOf('USDC', 'account'),
        'tokens.0.componentMicroUsd': '0',
        'tokens.1.symbol': 'WETH',
        'tokens.1.componentMicroUsd': between('11999999000', '12000001000'),
        'tokens.1.isModelFeed': true,
      },
    },
    {
      name: 'what a stale feed prices is left out',
      before: [
        ...MOVED,
        { tool: 'testnet_set_oracle_price', params: { token: 'DAI', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      params: { rounds: 10, stepSeconds: 3_600 },
      roundTrips: 6,
      expect: { isComplete: false, 'tokens.0.symbol': 'USDC', 'tokens.1.symbol': 'WETH' },
    },
    {
      name: 'half of the steps are the tail',
      before: MOVED,
      params: { rounds: 10, stepSeconds: 3_600, confidenceBps: 5_000 },
      roundTrips: 6,
      expect: {
        tailCount: 2,
        'tokens.1.valueMicroUsd': '60000000000',
        // A tenth is the mildest of both, three twentieths their mean.
        valueAtRiskMicroUsd: between('7499999000', '7500001000'),
        expectedShortfallMicroUsd: between('11249999000', '11250001000'),
      },
    },
  ],
})
