import { at, defineCases, onChain } from '../../core/cases.ts'
import { ALLOCATES, CAPPED_AT_NOTHING, VAULT, WBTC_USDC, WETH_DAI, WETH_USDC } from './vault-cases.ts'

const MOVE = { vault: VAULT, fromMarket: WBTC_USDC, toMarket: WETH_USDC, amountBaseUnits: '250000000000' }

/** Cases of `morpho_reallocate_vault`. */
export const CASES = defineCases({
  refuses: [
    { params: MOVE, code: 'VAULT_ROLE_MISSING' },
    { before: [ALLOCATES], params: { ...MOVE, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { before: [ALLOCATES], params: { ...MOVE, toMarket: WBTC_USDC }, code: 'VAULT_MARKET_UNFIT' },
    { before: [ALLOCATES], params: { ...MOVE, toMarket: WETH_DAI }, code: 'VAULT_MARKET_UNFIT' },
    { before: [ALLOCATES, CAPPED_AT_NOTHING], params: MOVE, code: 'VAULT_MARKET_UNFIT' },
    {
      before: [ALLOCATES],
      params: { ...MOVE, amountBaseUnits: '9000000000000' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      before: [ALLOCATES],
      params: MOVE,
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: {
        // The interest up to the block moves along.
        withdrawnBaseUnits: { $between: ['250000000000', '250100000000'] },
        suppliedBaseUnits: { $between: ['250000000000', '250100000000'] },
      },
      after: [
        {
          chain: onChain(
            at('morpho-blue.morpho'),
            'function position(bytes32, address) view returns (uint256 supplyShares, uint128, uint128)',
            [WETH_USDC, VAULT],
            0,
          ),
          expect: { '': { $not: '0' } },
        },
      ],
    },
  ],
})
