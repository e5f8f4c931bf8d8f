import { at, type CaseStep, defineCases, onChain } from '../../core/cases.ts'

/** What Aave's own lens says that the account supplied. */
const SUPPLIED = onChain(
  at('aave-v3.dataProvider'),
  'function getUserReserveData(address, address) view returns (uint256, uint256, uint256, uint256, uint256, uint256, uint256, uint40, bool)',
  [at('WETH'), at('account')],
  0,
)

const OPENED: readonly CaseStep[] = [
  {
    tool: 'uniswap_add_liquidity',
    params: {
      tokenA: 'WETH',
      tokenB: 'USDC',
      feeTier: 500,
      rangeTicks: 500,
      amountABaseUnits: '1000000000000000000',
      amountBBaseUnits: '2000000000',
    },
  },
  {
    tool: 'aave_supply_collateral',
    params: { token: 'WETH', amountBaseUnits: '4000000000000000000' },
    driftBps: 1,
  },
]

/** Cases of `data_list_positions`. */
export const CASES = defineCases({
  refuses: [{ params: { account: 'trader' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'all of the own account',
      before: OPENED,
      roundTrips: 3,
      expect: { account: at('account'), isComplete: true, totalPositions: 2, 'positions.length': 2 },
    },
    {
      name: 'of one protocol',
      before: OPENED,
      params: { protocol: 'aave-v3' },
      expect: {
        isComplete: true,
        totalPositions: 1,
        'positions.0.protocol': 'aave-v3',
        'positions.0.healthWad': null,
        'positions.0.legs.0.kind': 'held',
        'positions.0.legs.0.symbol': 'WETH',
        'positions.0.legs.0.amountBaseUnits': SUPPLIED,
      },
    },
    {
      name: 'none',
      params: { protocol: 'uniswap-v3', account: at('stranger') },
      expect: { isComplete: true, totalPositions: 0, positions: [], unread: [] },
    },
  ],
})
