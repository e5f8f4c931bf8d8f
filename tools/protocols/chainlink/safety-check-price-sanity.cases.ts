import { between, defineCases } from '../../core/cases.ts'

/** Cases of `safety_check_price_sanity`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      params: { token: 'WETH' },
      expect: { verdict: 'sane', feedPriceUsd: '3000', 'pool.quote': 'USDC' },
    },
    { name: 'a token without a feed', params: { token: 'NOPRICE' }, expect: { verdict: 'suspicious' } },
    {
      name: 'a feed that the pools contradict',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '3100' } }],
      params: { token: 'WETH' },
      expect: { verdict: 'suspicious', feedToTwapBps: between(301, 369) },
    },
    {
      name: 'a pool over a quote whose price is old',
      before: [
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 95_000 } },
      ],
      params: { token: 'WETH' },
      expect: {
        verdict: 'unverified',
        'pool.quote': 'USDC',
        'reasons.0': 'the price of USDC, in which the pool is quoted, is older than its heartbeat',
      },
    },
  ],
})
