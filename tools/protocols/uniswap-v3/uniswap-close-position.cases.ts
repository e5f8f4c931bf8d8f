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

/** Cases of `uniswap_close_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
  ],
  serves: [
    {
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId') },
      after: [
        { tool: 'uniswap_list_positions', expect: { totalOwned: 0, positions: [] } },
        {
          tool: 'uniswap_get_position',
          params: { positionId: kept('minted.positionId') },
          code: 'POSITION_NOT_FOUND',
        },
      ],
    },
    {
      name: 'positions of one range share what the pool rounds off',
      before: [
        MINTED,
        { ...MINTED, params: { ...MINTED.params, amountABaseUnits: '33333333333333333' }, keep: 'second' },
        ...TRADES,
        { tool: 'uniswap_collect_fees', params: { positionId: kept('minted.positionId') } },
        ...TRADES,
        { tool: 'uniswap_close_position', params: { positionId: kept('minted.positionId') } },
      ],
      params: { positionId: kept('second.positionId') },
    },
  ],
})
