import { at, defineCases, kept } from '../../core/cases.ts'
import { MINTED, TRADES } from './minted-position.ts'

const ID = { positionId: kept('minted.positionId') }

/** Cases of `uniswap_zap_out`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1', tokenOut: 'USDC' }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999', tokenOut: 'USDC' }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: { ...ID, tokenOut: 'DAI' }, code: 'INVALID_PARAMS' },
    { params: { positionId: '1', tokenOut: 'NOSUCH' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      name: 'with its fees, to one token',
      before: [MINTED, ...TRADES],
      params: { ...ID, tokenOut: 'USDC' },
      roundTrips: 4,
      plan: {
        'calls.length': 5,
        'expectation.assets.length': 1,
        'expectation.assets.0.token': at('USDC'),
      },
      expect: { positionId: kept('minted.positionId') },
      after: [{ tool: 'uniswap_get_position', params: ID, code: 'POSITION_NOT_FOUND' }],
    },
    {
      name: 'to the other one',
      before: [MINTED],
      params: { ...ID, tokenOut: 'WETH' },
      plan: { 'expectation.assets.length': 1, 'expectation.assets.0.token': at('WETH') },
    },
  ],
})
