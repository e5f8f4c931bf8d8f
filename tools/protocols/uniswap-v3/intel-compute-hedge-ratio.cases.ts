import { at, between, defineCases, kept, own } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'

const ID = [kept('minted.positionId')]

/** Cases of `intel_compute_hedge_ratio`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'WETH', positionIds: ['999999'] }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: { token: 'DAI', positionIds: ID }, code: 'INVALID_PARAMS' },
    { params: { token: 'WETH', positionIds: ['1', '1'] }, code: 'INVALID_PARAMS' },
    { params: { token: 'NOSUCH', positionIds: ['1'] }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      name: 'a position in range',
      before: [
        MINTED,
        { tool: 'uniswap_get_position', params: { positionId: kept('minted.positionId') }, keep: 'held' },
      ],
      params: { token: 'WETH', positionIds: ID },
      roundTrips: 2,
      expect: {
        deltaBaseUnits: kept('held.amount1BaseUnits'),
        shortBaseUnits: own('deltaBaseUnits'),
        'positions.0.otherToken': at('USDC'),
        // All of it goes over the 5 % to the end of the range: a fifth of it and more a per cent.
        gammaPerPercentBaseUnits: between('-300000000000000000', '-100000000000000000'),
      },
    },
    {
      name: 'measured in the other token',
      before: [
        MINTED,
        { tool: 'uniswap_get_position', params: { positionId: kept('minted.positionId') }, keep: 'held' },
      ],
      params: { token: 'USDC', positionIds: ID },
      expect: { deltaBaseUnits: kept('held.amount0BaseUnits') },
    },
  ],
})
