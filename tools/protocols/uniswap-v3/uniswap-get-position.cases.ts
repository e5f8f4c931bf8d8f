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

/** Cases of `uniswap_get_position`. */
export const CASES = defineCases({
  refuses: [{ params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' }],
  serves: [
    {
      before: [MINTED],
      params: { positionId: kept('minted.positionId') },
      expect: {
        owner: at('account'),
        isInRange: true,
        token0: at('USDC'),
        token1: at('WETH'),
        tickLower: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 5),
        tickUpper: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 6),
        liquidity: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 7),
      },
    },
  ],
})
