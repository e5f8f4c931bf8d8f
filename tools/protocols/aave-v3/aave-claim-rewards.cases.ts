import { at, between, defineCases } from '../../core/cases.ts'

const USDC_SUPPLIED = {
  tool: 'aave_supply_collateral',
  params: { token: 'USDC', amountBaseUnits: '10000000000' },
  driftBps: 1,
} as const

/** Cases of `aave_claim_rewards`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'NOTHING_THERE' },
    { params: { token: 'DAI' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      driftBps: 1,
      before: [USDC_SUPPLIED, { tool: 'testnet_time_travel', params: { durationSeconds: 864_000 } }],
      params: {},
      roundTrips: 3,
      expect: {
        'tokens.length': 1,
        'tokens.0.token': at('DAI'),
        'tokens.0.deltaBaseUnits': between('500000000000000000', '1200000000000000000'),
        positions: [],
      },
    },
  ],
})
