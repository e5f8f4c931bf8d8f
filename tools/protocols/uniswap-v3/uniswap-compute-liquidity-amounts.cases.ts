import { at, between, defineCases } from '../../core/cases.ts'

const RANGE = { tokenA: 'WETH', tokenB: 'USDC', feeTier: 500, rangeTicks: 1000 }

const ETHER = '1000000000000000000'

/** Cases of `uniswap_compute_liquidity_amounts`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { ...RANGE, rangeTicks: 5, tickLower: 1, amountABaseUnits: '1' },
      code: 'INVALID_PARAMS',
    },
    {
      params: {
        tokenA: 'WETH',
        tokenB: 'USDC',
        feeTier: 500,
        tickLower: 400000,
        tickUpper: 400100,
        amountABaseUnits: '1000',
      },
      code: 'INVALID_RANGE',
    },
    { params: { ...RANGE, feeTier: 10000, amountABaseUnits: '1' }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'what a budget leaves over',
      params: { ...RANGE, amountABaseUnits: ETHER, amountBBaseUnits: '2000000000' },
      expect: {
        isInRange: true,
        unused0BaseUnits: '0',
        unused1BaseUnits: between('1', ETHER),
        'matchingSwap.tokenIn': at('WETH'),
        'matchingSwap.tokenOut': at('USDC'),
      },
    },
    {
      name: 'what goes with one amount',
      params: { ...RANGE, amountABaseUnits: ETHER },
      // Rounded down to what the liquidity takes.
      expect: { amount1BaseUnits: between('999999999999990000', ETHER), matchingSwap: null },
    },
    {
      name: 'one side only',
      params: { ...RANGE, amountABaseUnits: ETHER, amountBBaseUnits: '0' },
      expect: {
        liquidity: '0',
        'matchingSwap.amountInBaseUnits': between('450000000000000000', '550000000000000000'),
      },
    },
  ],
})
