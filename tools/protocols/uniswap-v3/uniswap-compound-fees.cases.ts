import { at, between, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED, POSITION, TRADES } from './minted-position.ts'

const ID = { positionId: kept('minted.positionId') }

/** Cases of `uniswap_compound_fees`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: ID, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'all that the range takes of the fees',
      before: [MINTED, ...TRADES, { tool: 'uniswap_get_position_fees', params: ID, keep: 'fees' }],
      params: ID,
      roundTrips: 2,
      expect: {
        positionId: kept('minted.positionId'),
        liquidityDelta: between('1', kept('minted.liquidityDelta')),
      },
      after: [
        {
          tool: 'uniswap_get_position',
          params: ID,
          expect: {
            liquidity: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 7),
            fees0BaseUnits: '0',
            fees1BaseUnits: '0',
          },
        },
        {
          tool: 'uniswap_get_position_performance',
          params: ID,
          expect: {
            earned0BaseUnits: kept('fees.fees0BaseUnits'),
            earned1BaseUnits: kept('fees.fees1BaseUnits'),
          },
        },
      ],
    },
  ],
})
