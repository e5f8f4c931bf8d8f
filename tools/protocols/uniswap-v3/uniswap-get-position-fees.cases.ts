import { at, between, defineCases, kept } from '../../core/cases.ts'

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

/** Cases of `uniswap_get_position_fees`. */
export const CASES = defineCases({
  refuses: [{ params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' }],
  serves: [
    {
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId') },
      expect: {
        owner: at('account'),
        token0: at('USDC'),
        token1: at('WETH'),
        fees0BaseUnits: between('1', '1e30'),
        fees1BaseUnits: between('1', '1e30'),
      },
      after: [
        {
          tool: 'uniswap_get_position_fees',
          params: { positionId: kept('minted.positionId') },
          keep: 'fees',
        },
        // What is collected is what was shown.
        {
          tool: 'uniswap_collect_fees',
          params: { positionId: kept('minted.positionId') },
          expect: {
            tokens: [
              { token: at('USDC'), deltaBaseUnits: kept('fees.fees0BaseUnits') },
              { token: at('WETH'), deltaBaseUnits: kept('fees.fees1BaseUnits') },
            ],
          },
        },
      ],
    },
  ],
})
