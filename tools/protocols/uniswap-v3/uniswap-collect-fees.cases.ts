import { at, defineCases, kept } from '../../core/cases.ts'
import { MINTED, TRADES } from './minted-position.ts'

/** Cases of `uniswap_collect_fees`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { before: [MINTED], params: { positionId: kept('minted.positionId') }, code: 'ZERO_AMOUNT' },
    {
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId'), leftToken: at('DAI') },
      code: 'INVALID_PARAMS',
    },
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
    {
      name: 'of one token',
      before: [MINTED, ...TRADES],
      params: { positionId: kept('minted.positionId'), leftToken: at('USDC') },
      expect: { liquidityDelta: '0', 'tokens.length': 1, 'tokens.0.token': at('WETH') },
    },
  ],
})
