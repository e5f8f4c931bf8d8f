import {
  at,
  balanceOf,
  between,
  callData,
  defineCases,
  kept,
  matching,
  nativeBalanceOf,
  onChain,
  product,
  sum,
} from '../../core/cases.ts'

const POSITION =
  'function positions(uint256) view returns (uint96, address, address token0, address token1, uint24, int24, int24, uint128 liquidity, uint256, uint256, uint128, uint128)'
const pool = at('aave-v3.pool')

/** What Aave's own lens says of an account in a reserve: the supply at 0, the debt at 2. */
const heldIn = (token: string, account: string, place: number) =>
  onChain(
    at('aave-v3.dataProvider'),
    'function getUserReserveData(address, address) view returns (uint256, uint256, uint256, uint256, uint256, uint256, uint256, uint40, bool)',
    [at(token), at(account)],
    place,
  )

/** What the account owes in USDC, below zero. */
const owed = product(heldIn('USDC', 'account', 2), '-1')

/** A reader rounds debt up where the protocol rounds to the nearest. */
const owedAtMost = between(sum(owed, '-1'), owed)

/** Cases of `data_get_portfolio`. */
export const CASES = defineCases({
  refuses: [{ params: { account: 'trader' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'of the own account: a supply, a debt and a pool',
      before: [
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
          keep: 'minted',
        },
        {
          tool: 'aave_supply_collateral',
          params: { token: 'WETH', amountBaseUnits: '4000000000000000000' },
          driftBps: 1,
        },
        { tool: 'aave_borrow_asset', params: { token: 'USDC', amountBaseUnits: '2000000000' }, driftBps: 1 },
      ],
      roundTrips: 3,
      expect: {
        account: at('account'),
        isComplete: true,
        unread: [],
        'tokens.0.symbol': 'ETH',
        'tokens.0.amountBaseUnits': nativeBalanceOf('account'),
        'tokens.1.symbol': 'WETH',
        'tokens.1.amountBaseUnits': balanceOf('WETH', 'account'),
        'tokens.2.amountBaseUnits': balanceOf('USDC', 'account'),
        'tokens.2.valueMicroUsd': balanceOf('USDC', 'account'),
        'positions.length': 3,
        'positions.0.protocol': 'aave-v3',
        'positions.0.legs.0.kind': 'held',
        'positions.0.legs.0.amountBaseUnits': heldIn('WETH', 'account', 0),
        'positions.1.legs.0.kind': 'owed',
        'positions.1.legs.0.amountBaseUnits': owedAtMost,
        'positions.1.legs.0.valueMicroUsd': owedAtMost,
        'positions.1.healthWad': matching('^4980000[0-9]{12}$'),
        'positions.2.protocol': 'uniswap-v3',
        'positions.2.healthWad': null,
        'positions.2.legs.length': 2,
        'positions.2.legs.0.token': onChain(
          at('uniswap-v3.positionManager'),
          POSITION,
          [kept('minted.positionId')],
          2,
        ),
        'positions.2.legs.1.token': onChain(
          at('uniswap-v3.positionManager'),
          POSITION,
          [kept('minted.positionId')],
          3,
        ),
        knownDebtsMicroUsd: owedAtMost,
        // What was 255 000 USD is that still, but for what rounding took.
        netMicroUsd: matching('^2549999999[0-9]{2}$'),
        'prices.1.priceUsd': '3000',
        'prices.1.feed': at('feed.WETH'),
        'prices.1.isStale': false,
      },
    },
    {
      name: 'of another account, which may be in markets that nobody lists, and has a token without a price',
      before: [
        {
          send: {
            from: 'trader',
            to: at('WETH'),
            data: callData('function approve(address, uint256)', [pool, '10000000000000000000']),
          },
        },
        {
          send: {
            from: 'trader',
            to: pool,
            data: callData('function supply(address, uint256, address, uint16)', [
              at('WETH'),
              '10000000000000000000',
              at('trader'),
              0,
            ]),
          },
        },
      ],
      params: { account: at('trader') },
      roundTrips: 3,
      expect: {
        account: at('trader'),
        isComplete: false,
        netMicroUsd: null,
        // Pools of these two nobody lists.
        'unread.0.protocol': 'balancer-v2',
        'unread.0.key': null,
        'unread.1.protocol': 'morpho-blue',
        'unread.1.key': null,
        // What it put into a vault and into yield as the origin was made comes after it.
        'positions.length': 4,
        'positions.1.protocol': 'erc4626',
        'positions.0.legs.0.amountBaseUnits': heldIn('WETH', 'trader', 0),
        'tokens.-1.symbol': 'NOPRICE',
        'tokens.-1.valueMicroUsd': null,
        'tokens.-1.problem': 'the token has no price feed',
      },
    },
  ],
})
