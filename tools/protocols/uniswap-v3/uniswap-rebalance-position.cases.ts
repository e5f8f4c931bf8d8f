import { at, between, defineCases, kept, onChain, own } from '../../core/cases.ts'
import { MINTED, POSITION, TRADES } from './minted-position.ts'

const ID = { positionId: kept('minted.positionId') }
const manager = at('uniswap-v3.positionManager')
const ASIDE = {
  tool: 'uniswap_add_liquidity',
  params: {
    tokenA: 'WETH',
    tokenB: 'USDC',
    feeTier: 500,
    tickLower: 100000,
    tickUpper: 101000,
    amountABaseUnits: '1000000000000000000',
    amountBBaseUnits: '0',
  },
  keep: 'minted',
}

/** Cases of `uniswap_rebalance_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '1', rangeTicks: 500 }, code: 'POSITION_NOT_OWNED' },
    { params: { positionId: '999999', rangeTicks: 500 }, code: 'POSITION_NOT_FOUND' },
    { before: [MINTED], params: ID, code: 'INVALID_PARAMS' },
    { before: [MINTED], params: { ...ID, tickLower: 0, tickUpper: 5 }, code: 'INVALID_RANGE' },
  ],
  serves: [
    {
      name: 'from aside of the price to around it',
      before: [ASIDE],
      params: { ...ID, rangeTicks: 500 },
      roundTrips: 4,
      expect: {
        'positions.0.positionId': kept('minted.positionId'),
        'positions.1.liquidityDelta': onChain(manager, POSITION, [own('positions.1.positionId')], 7),
        // What is left over is next to nothing.
        'tokens.0.token': at('WETH'),
        'tokens.0.deltaBaseUnits': between(0, '1000000000000'),
      },
    },
    {
      name: 'to a narrower range, with the fees',
      before: [MINTED, ...TRADES],
      params: { ...ID, rangeTicks: 50 },
      expect: {
        'positions.1.liquidityDelta': between(kept('minted.liquidityDelta'), '1e30'),
      },
      after: [{ tool: 'uniswap_get_position', params: ID, code: 'POSITION_NOT_FOUND' }],
    },
  ],
})
