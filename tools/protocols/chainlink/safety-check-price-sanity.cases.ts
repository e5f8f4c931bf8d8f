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
  ],
})
