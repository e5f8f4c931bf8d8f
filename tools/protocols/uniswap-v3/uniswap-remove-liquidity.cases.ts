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

/** Others trade there and back, so that fees accrue on both sides. */
const TRADES = [
  ['USDC', 'WETH', '300000000001'],
  ['WETH', 'USDC', '100000000000000000001'],
].map(([tokenIn = '', tokenOut = '', amountInBaseUnits = '']) => ({
  tool: 'uniswap_execute_swap',
  params: { tokenIn, tokenOut, amountInBaseUnits, feeTier: 500 },
  as: 'whale',
}))

const POSITION =
  'function positions(uint256) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256, uint256, uint128, uint128)'

/** Cases of `uniswap_remove_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1', shareBps: 10000 }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999', shareBps: 10000 }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: { positionId: kept('minted.positionId') }, code: 'INVALID_PARAMS' },
    {
      before: [MINTED],
      params: { positionId: kept('minted.positionId'), liquidity: '0' },
      code: 'ZERO_AMOUNT',
    },
    {
      before: [MINTED],
      params: { positionId: kept('minted.positionId'), liquidity: (10n ** 30n).toString() },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      name: 'a share, with the fees',
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId'), shareBps: 3333 },
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
    {
      name: 'an amount',
      before: [MINTED],
      params: { positionId: kept('minted.positionId'), liquidity: '1000000' },
      expect: { liquidityDelta: '-1000000' },
    },
  ],
})
