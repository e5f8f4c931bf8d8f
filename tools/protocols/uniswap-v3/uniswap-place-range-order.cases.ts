import { at, between, defineCases, kept } from '../../core/cases.ts'

const ORDER = {
  tokenIn: 'WETH',
  tokenOut: 'USDC',
  feeTier: 500,
  amountInBaseUnits: '1000000000000000000',
  price: '3003',
}
/** Half a tick above one that a pool of 0.05 % can have, 196 300. */
const BETWEEN_TICKS = {
  ...ORDER,
  tokenIn: 'USDC',
  tokenOut: 'WETH',
  amountInBaseUnits: '3000000000',
  price: '0.000334808258',
}
const ID = { positionId: kept('order.positionId') }

/** Cases of `uniswap_place_range_order`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...ORDER, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...ORDER, price: '2900' }, code: 'INVALID_RANGE' },
    { params: { ...ORDER, price: '0' }, code: 'INVALID_PARAMS' },
    { params: { ...ORDER, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'WETH above the price',
      params: ORDER,
      roundTrips: 1,
      plan: { 'calls.length': 3 },
      expect: { 'tokens.length': 1, 'tokens.0.token': at('WETH') },
    },
    {
      name: 'USDC below it, over several spacings',
      params: {
        ...ORDER,
        tokenIn: 'USDC',
        tokenOut: 'WETH',
        amountInBaseUnits: '3000000000',
        price: '0.000334',
        widthSpacings: 3,
      },
      expect: { 'tokens.length': 1, 'tokens.0.token': at('USDC') },
    },
    {
      name: 'no lower than the price, though a range could begin right below it',
      params: BETWEEN_TICKS,
      after: [
        { tool: 'uniswap_place_range_order', params: BETWEEN_TICKS, keep: 'order' },
        { tool: 'uniswap_get_position', params: ID, expect: { tickLower: 196_310, isInRange: false } },
      ],
    },
    {
      name: 'filled once the price passed it',
      params: ORDER,
      after: [
        { tool: 'uniswap_place_range_order', params: ORDER, keep: 'order' },
        {
          tool: 'uniswap_execute_swap',
          params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '900000000000', feeTier: 500 },
          as: 'whale',
        },
        {
          tool: 'uniswap_get_position',
          params: ID,
          // For 3003 and more a WETH, and the fee that the buyer paid.
          expect: {
            amount1BaseUnits: '0',
            amount0BaseUnits: between('3002900000', '3008000000'),
            isInRange: false,
          },
        },
      ],
    },
  ],
})
