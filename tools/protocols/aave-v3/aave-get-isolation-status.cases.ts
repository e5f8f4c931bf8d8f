import { at, defineCases } from '../../core/cases.ts'
import { borrowAs, supplyAs, switchCollateral } from './past-steps.ts'

/** Cases of `aave_get_isolation_status`. */
export const CASES = defineCases({
  refuses: [{ params: { account: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        ...supplyAs('trader', 'USDT', '10000000000'),
        switchCollateral('trader', 'USDT', true),
        borrowAs('trader', 'USDC', '1000000000'),
      ],
      params: { account: at('trader') },
      roundTrips: 3,
      expect: {
        isolatedCollateral: at('USDT'),
        siloedDebt: null,
        'isolated.0.debtCeilingUsd': '5000000',
        'isolated.0.debtUsd': '1000',
        borrowableInIsolation: [at('USDC'), at('DAI')],
        siloed: [at('WBTC')],
      },
    },
    {
      name: 'a siloed debt',
      before: [
        ...supplyAs('trader', 'WETH', '100000000000000000000'),
        borrowAs('trader', 'WBTC', '10000000'),
      ],
      params: { account: at('trader') },
      expect: { isolatedCollateral: null, siloedDebt: at('WBTC') },
    },
  ],
})
