import { defineCases, kept } from '../../core/cases.ts'
import { MINTED, TRADES } from './minted-position.ts'

const REMOVAL = { positionId: kept('minted.positionId'), shareBps: 3333 }

/** Cases of `uniswap_simulate_remove_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1', shareBps: 10000 }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999', shareBps: 10000 }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: { positionId: kept('minted.positionId') }, code: 'INVALID_PARAMS' },
    {
      before: [MINTED],
      params: { positionId: kept('minted.positionId'), liquidity: (10n ** 30n).toString() },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      name: 'just what the removal brings',
      before: [
        MINTED,
        ...TRADES,
        {
          tool: 'uniswap_get_position_fees',
          params: { positionId: kept('minted.positionId') },
          keep: 'fees',
        },
      ],
      params: REMOVAL,
      expect: {
        success: true,
        fees0BaseUnits: kept('fees.fees0BaseUnits'),
        fees1BaseUnits: kept('fees.fees1BaseUnits'),
      },
      after: [
        { tool: 'uniswap_simulate_remove_liquidity', params: REMOVAL, keep: 'simulated' },
        {
          tool: 'uniswap_remove_liquidity',
          params: REMOVAL,
          expect: {
            'tokens.0.deltaBaseUnits': kept('simulated.received0BaseUnits'),
            'tokens.1.deltaBaseUnits': kept('simulated.received1BaseUnits'),
          },
        },
      ],
    },
  ],
})
