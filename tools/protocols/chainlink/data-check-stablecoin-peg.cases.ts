import { at, between, defineCases } from '../../core/cases.ts'

/** Cases of `data_check_stablecoin_peg`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { token: 'USDC', pegUsd: '0' }, code: 'INVALID_PARAMS' },
    { params: { token: 'USDC', driftBps: 300 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { token: 'DAI' },
      roundTrips: 2,
      expect: {
        verdict: 'on-peg',
        'sources.0.source': 'first feed',
        'sources.0.contract': at('feed.DAI'),
        'sources.0.priceUsd': '1',
        'sources.0.distanceBps': 0,
        'sources.1.source': 'second feed',
        'sources.2.source': 'pool',
        'sources.2.distanceBps': between(-49, 49),
      },
    },
    {
      name: 'one that lost a little',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'DAI', priceUsd: '0.992' } }],
      params: { token: 'DAI' },
      expect: { verdict: 'drifting', 'sources.0.distanceBps': -80 },
    },
    {
      name: 'one that broke',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'DAI', priceUsd: '0.98' } }],
      params: { token: 'DAI' },
      expect: { verdict: 'off-peg', 'sources.0.distanceBps': -200 },
    },
    {
      name: 'an old answer says nothing of now',
      before: [
        { tool: 'testnet_set_oracle_price', params: { token: 'DAI', priceUsd: '0.5', ageSeconds: 95_000 } },
      ],
      params: { token: 'DAI' },
      expect: { verdict: 'on-peg', 'sources.0.isStale': true, 'sources.1.isStale': true },
    },
    {
      name: 'pools over a quote whose price is old say nothing of now',
      before: [
        { tool: 'testnet_set_oracle_price', params: { token: 'DAI', priceUsd: '1', ageSeconds: 95_000 } },
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 95_000 } },
        { tool: 'testnet_set_oracle_price', params: { token: 'USDT', priceUsd: '1', ageSeconds: 95_000 } },
        { tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '3000', ageSeconds: 95_000 } },
      ],
      params: { token: 'DAI' },
      expect: { verdict: 'unverified', 'sources.2.source': 'pool', 'sources.2.isStale': true },
    },
    {
      name: 'another peg',
      params: { token: 'WETH', pegUsd: '3000' },
      expect: { verdict: 'on-peg', 'sources.0.distanceBps': 0 },
    },
  ],
})
