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

/** Cases of `uniswap_burn_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { before: [MINTED], params: { positionId: kept('minted.positionId') }, code: 'POSITION_NOT_EMPTY' },
  ],
  serves: [
    {
      before: [
        MINTED,
        {
          tool: 'uniswap_remove_liquidity',
          params: { positionId: kept('minted.positionId'), shareBps: 10000 },
        },
      ],
      params: { positionId: kept('minted.positionId') },
      expect: { positionId: kept('minted.positionId'), tokens: [] },
    },
  ],
})
