import { defineCases, kept } from '../../core/cases.ts'
import { ID, liquidityOf, MINTED, NATIVE_MINTED, TRADED } from './past-steps.ts'

const AMOUNTS = {
  tokenA: 'WETH',
  tokenB: 'USDC',
  amountABaseUnits: '1000000000000000000',
  amountBBaseUnits: '700000000',
}

/** Cases of `uniswap_increase_v4_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...AMOUNTS, positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { ...AMOUNTS, positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: { ...AMOUNTS, ...ID, tokenA: 'ETH' }, code: 'INVALID_PARAMS' },
    { params: { ...AMOUNTS, ...ID, tokenA: 'USDC' }, code: 'SAME_TOKEN', before: [MINTED] },
    {
      params: { ...AMOUNTS, ...ID, amountBBaseUnits: '0' },
      code: 'INSUFFICIENT_LIQUIDITY',
      before: [MINTED],
    },
  ],
  serves: [
    {
      name: 'at the range of the position',
      before: [MINTED],
      params: { ...AMOUNTS, ...ID },
      plan: { 'calls.length': 10 },
      expect: ID,
      after: [
        {
          tool: 'uniswap_get_v4_position',
          params: ID,
          expect: { liquidity: liquidityOf(kept('minted.positionId')) },
        },
      ],
    },
    {
      name: 'with native coins, after its fees were paid out',
      before: [...NATIVE_MINTED, TRADED],
      params: { ...AMOUNTS, ...ID, tokenA: 'ETH' },
      plan: { 'calls.length': 6 },
      expect: ID,
      after: [
        {
          tool: 'uniswap_get_v4_position',
          params: ID,
          expect: { fees0BaseUnits: '0', fees1BaseUnits: '0' },
        },
      ],
    },
  ],
})
