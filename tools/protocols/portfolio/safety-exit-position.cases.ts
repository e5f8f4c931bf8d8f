import { at, type CaseStep, defineCases, kept, matching } from '../../core/cases.ts'

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
const INDEBTED: readonly CaseStep[] = [
  {
    tool: 'aave_supply_collateral',
    params: { token: 'WETH', amountBaseUnits: '4000000000000000000' },
    driftBps: 1,
  },
  { tool: 'aave_borrow_asset', params: { token: 'USDC', amountBaseUnits: '2000000000' }, driftBps: 1 },
]
const LISTED: CaseStep = { tool: 'data_list_positions', keep: 'listed' }
const first = { protocol: kept('listed.positions.0.protocol'), key: kept('listed.positions.0.key') }
const second = { protocol: kept('listed.positions.1.protocol'), key: kept('listed.positions.1.key') }

/** Cases of `safety_exit_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { protocol: 'uniswap-v3', key: '0x01' }, code: 'INVALID_PARAMS' },
    { params: { protocol: 'uniswap-v3', key: `0x${'0'.repeat(63)}1` }, code: 'POSITION_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'a pool, in one step',
      before: [PROVIDED, LISTED],
      params: first,
      roundTrips: 6,
      expect: { protocol: 'uniswap-v3', 'assets.length': 2 },
      after: [
        { tool: 'data_list_positions', expect: { totalPositions: 0 } },
        { tool: 'safety_exit_position', params: first, code: 'POSITION_NOT_FOUND' },
      ],
    },
    {
      name: 'a debt, and then what secured it',
      before: [...INDEBTED, LISTED],
      params: second,
      driftBps: 1,
      roundTrips: 4,
      expect: {
        protocol: 'aave-v3',
        'assets.0.token': at('USDC'),
        'assets.0.deltaBaseUnits': matching('^-200000000[0-9]$'),
      },
      after: [
        { tool: 'safety_exit_position', params: first, driftBps: 1 },
        { tool: 'data_list_positions', expect: { totalPositions: 0 } },
      ],
    },
  ],
})
