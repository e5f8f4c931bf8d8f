import { at, between, defineCases, kept } from '../../core/cases.ts'
import { MINTED, TRADES } from './minted-position.ts'

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
