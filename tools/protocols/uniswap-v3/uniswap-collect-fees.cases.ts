import { defineCases, kept } from '../../core/cases.ts'

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

/** Cases of `uniswap_collect_fees`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { before: [MINTED], params: { positionId: kept('minted.positionId') }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId') },
      expect: { liquidityDelta: '0', 'tokens.length': 2 },
      after: [
        {
          tool: 'uniswap_get_position_fees',
          params: { positionId: kept('minted.positionId') },
          expect: { fees0BaseUnits: '0', fees1BaseUnits: '0' },
        },
      ],
    },
  ],
})
