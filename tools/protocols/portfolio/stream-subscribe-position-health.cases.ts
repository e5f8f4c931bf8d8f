import { at, type CaseStep, defineCases, kept, onChain } from '../../core/cases.ts'

const HEALTH = onChain(
  at('aave-v3.pool'),
  'function getUserAccountData(address) view returns (uint256, uint256, uint256, uint256, uint256, uint256)',
  [at('account')],
  5,
)

/** Four WETH against 7 900 USDC: a health of 1.26. */
const INDEBTED: readonly CaseStep[] = [
  {
    tool: 'aave_supply_collateral',
    params: { token: 'WETH', amountBaseUnits: '4000000000000000000' },
    driftBps: 1,
  },
  { tool: 'aave_borrow_asset', params: { token: 'USDC', amountBaseUnits: '7900000000' }, driftBps: 1 },
]
const PROVIDED: CaseStep = {
  tool: 'uniswap_add_liquidity',
  params: {
    tokenA: 'WETH',
    tokenB: 'USDC',
    feeTier: 500,
    rangeTicks: 500,
    amountABaseUnits: '1000000000000000000',
    amountBBaseUnits: '2000000000',
  },
}
const BEGUN: CaseStep = { tool: 'stream_subscribe_position_health', keep: 'begun' }
const since = { cursor: kept('begun.cursor') }

/** Cases of `stream_subscribe_position_health`. */
export const CASES = defineCases({
  refuses: [
    { params: { cursor: '1' }, code: 'INVALID_PARAMS' },
    { params: { healthBelowWad: '1.5' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a debt that came since',
      before: [BEGUN, ...INDEBTED],
      params: since,
      roundTrips: 5,
      expect: {
        isComplete: true,
        'raised.length': 1,
        'raised.0.type': 'health',
        'raised.0.protocol': 'aave-v3',
        'raised.0.healthWad': HEALTH,
        cleared: [],
        activeCount: 1,
      },
    },
    {
      name: 'what was told is not told again, unless the threshold is another',
      before: [...INDEBTED, BEGUN],
      params: since,
      roundTrips: 5,
      expect: { raised: [], cleared: [], activeCount: 1 },
      after: [
        {
          tool: 'stream_subscribe_position_health',
          params: { ...since, healthBelowWad: '1250000000000000000' },
          expect: { raised: [], 'cleared.length': 1, activeCount: 0, 'cleared.0.healthWad': HEALTH },
        },
      ],
    },
    {
      name: 'a range that the price left, and came back to',
      before: [
        PROVIDED,
        BEGUN,
        { tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '4000' } },
      ],
      params: since,
      roundTrips: 5,
      expect: {
        'raised.length': 1,
        'raised.0.type': 'range',
        'raised.0.protocol': 'uniswap-v3',
        'raised.0.healthWad': null,
      },
      after: [
        { tool: 'stream_subscribe_position_health', params: since, keep: 'left' },
        { tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '3000' } },
        {
          tool: 'stream_subscribe_position_health',
          params: { cursor: kept('left.cursor') },
          expect: { raised: [], 'cleared.length': 1, 'cleared.0.type': 'range', activeCount: 0 },
        },
      ],
    },
  ],
})
