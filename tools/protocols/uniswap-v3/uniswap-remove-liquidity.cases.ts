import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED, POSITION, TRADES } from './minted-position.ts'

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
      name: 'of one token, the other one left in it',
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId'), shareBps: 10000, leftToken: at('USDC') },
      expect: { 'tokens.length': 1, 'tokens.0.token': at('WETH') },
    },
    {
      name: 'an amount',
      before: [MINTED],
      params: { positionId: kept('minted.positionId'), liquidity: '1000000' },
      expect: { liquidityDelta: '-1000000' },
    },
  ],
})
