import { at, between, defineCases } from '../../core/cases.ts'
import { supplyAs } from './past-steps.ts'

/** Cases of `aave_get_claimable_rewards`. */
export const CASES = defineCases({
  refuses: [{ params: { account: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: "a tenth of the suppliers' share of one thousandth a second, for a day",
      before: [
        ...supplyAs('trader', 'USDC', '1111111111111'),
        { tool: 'testnet_time_travel', params: { durationSeconds: 86_400 } },
      ],
      params: { account: at('trader') },
      roundTrips: 3,
      expect: {
        'rewards.length': 1,
        'rewards.0.symbol': 'DAI',
        'rewards.0.amount': between(8.6, 8.65),
      },
    },
    { name: 'nothing', expect: { account: at('account'), rewards: [] } },
  ],
})
