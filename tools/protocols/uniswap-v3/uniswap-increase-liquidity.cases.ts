import { at, defineCases, kept, onChain } from '../../core/cases.ts'

const MINTED = {
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
}

const POSITION =
  'function positions(uint256) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256, uint256, uint128, uint128)'

const AMOUNTS = {
  tokenA: 'USDC',
  tokenB: 'WETH',
  amountABaseUnits: '700000000',
  amountBBaseUnits: '1000000000000000000',
}

/** Cases of `uniswap_increase_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...AMOUNTS, positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { ...AMOUNTS, positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
  ],
  serves: [
    {
      before: [MINTED],
      params: { ...AMOUNTS, positionId: kept('minted.positionId') },
      expect: { positionId: kept('minted.positionId') },
      after: [
        {
          tool: 'uniswap_get_position',
          params: { positionId: kept('minted.positionId') },
          expect: {
            liquidity: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 7),
          },
        },
      ],
    },
  ],
})
