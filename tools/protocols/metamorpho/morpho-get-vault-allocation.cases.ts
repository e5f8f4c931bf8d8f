import { at, defineCases } from '../../core/cases.ts'
import { ALLOCATES, PRETENDED, PRETENDS, VAULT, viewOf, WBTC_USDC, WETH_USDC } from './vault-cases.ts'

const NOBODY = at('trader')

/** Cases of `morpho_get_vault_allocation`. */
export const CASES = defineCases({
  refuses: [{ params: { vault: NOBODY }, code: 'NOT_A_METAMORPHO' }],
  serves: [
    {
      name: 'all in the market that its supply queue names',
      params: { vault: VAULT },
      roundTrips: 3,
      expect: {
        asset: at('USDC'),
        isOfFactory: true,
        totalAssetsBaseUnits: viewOf('totalAssets() view returns (uint256)'),
        'markets.length': 2,
        'markets.0.market': WETH_USDC,
        'markets.0.suppliedBaseUnits': '0',
        'markets.0.shareBps': 0,
        'markets.0.roomBaseUnits': '5000000000000',
        'markets.1.market': WBTC_USDC,
        'markets.1.suppliedBaseUnits': viewOf('totalAssets() view returns (uint256)'),
        'markets.1.shareBps': 10_000,
        withdrawableBaseUnits: viewOf('totalAssets() view returns (uint256)'),
      },
    },
    {
      name: 'what only answers as a vault does',
      before: [PRETENDS],
      params: { vault: PRETENDED },
      expect: { asset: at('USDC'), isOfFactory: false },
    },
    {
      name: 'spread over two after a reallocation',
      before: [
        ALLOCATES,
        {
          tool: 'morpho_reallocate_vault',
          params: {
            vault: VAULT,
            fromMarket: WBTC_USDC,
            toMarket: WETH_USDC,
            amountBaseUnits: '250000000000',
          },
        },
      ],
      params: { vault: VAULT },
      expect: {
        'markets.0.suppliedBaseUnits': { $between: ['249999999990', '250100000000'] },
        'markets.0.shareBps': { $between: [2_400, 2_500] },
      },
    },
  ],
})
