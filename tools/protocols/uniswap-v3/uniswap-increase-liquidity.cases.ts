import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED, POSITION, TRADES } from './minted-position.ts'

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
      name: 'at the range of the position',
      before: [MINTED],
      params: { ...AMOUNTS, positionId: kept('minted.positionId') },
      plan: { 'calls.length': 6 },
      roundTrips: 2,
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
    {
      name: 'after its fees were collected',
      before: [MINTED, ...TRADES],
      params: { ...AMOUNTS, positionId: kept('minted.positionId') },
      expect: { positionId: kept('minted.positionId') },
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
