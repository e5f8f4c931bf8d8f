import { at, between, type CaseStep, defineCases, onChain, own } from '../../core/cases.ts'
import { ADDED } from './past-steps.ts'

const PAIR = { tokenA: 'WETH', tokenB: 'USDT' }
const TO = { ...PAIR, feeTier: 3000, shareBps: 10_000, rangeTicks: 3000 }

/** Nobody provides to the pool that liquidity goes to. */
const OPENED: CaseStep = {
  tool: 'uniswap_create_pool',
  params: { ...PAIR, feeTier: 3000, price: '3000' },
  as: 'whale',
}

/** Cases of `uniswap_migrate_v2_to_v3`. */
export const CASES = defineCases({
  refuses: [
    { params: TO, code: 'LIQUIDITY_NOT_HELD' },
    { params: { ...TO, tokenB: 'USDC' }, code: 'PAIR_NOT_FOUND' },
    { params: { ...TO, tokenB: 'WETH' }, code: 'SAME_TOKEN' },
    { params: { ...TO, tokenB: 'WETHX' }, code: 'UNKNOWN_TOKEN' },
    { before: ADDED, params: TO, code: 'NOT_FOUND' },
    { before: [...ADDED, OPENED], params: { ...TO, tickLower: 0 }, code: 'INVALID_PARAMS' },
    { params: { ...TO, shareBps: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'all of it, around the price: what the range does not take stays',
      before: [...ADDED, OPENED],
      params: TO,
      roundTrips: 3,
      plan: { 'calls.length': 7, 'expectation.positions.length': 2, 'expectation.toleranceBps': 50 },
      expect: {
        pair: at('uniswap-v2.wethUsdt'),
        liquidity: onChain(
          at('uniswap-v3.positionManager'),
          'function positions(uint256) view returns (uint96, address, address, address, uint24, int24, int24, uint128 liquidity, uint256, uint256, uint128, uint128)',
          [own('positionId')],
          7,
        ),
      },
      after: [{ tool: 'uniswap_get_v2_position', params: PAIR, expect: { liquidityBaseUnits: '0' } }],
    },
    {
      name: 'a part, beside the price, after others traded in the pair: one token stays whole',
      before: [...ADDED, OPENED, { later: { protocol: 'uniswap-v2', act: 'trade', shareBps: 100 } }],
      params: { ...PAIR, feeTier: 3000, shareBps: 4_000, tickLower: -180_000, tickUpper: -150_000 },
      expect: {
        liquidity: { $matches: '^[1-9]' },
        // Of WETH next to nothing.
        'tokens.0.deltaBaseUnits': between('0', '1000000'),
        'tokens.1.token': at('USDT'),
        'tokens.1.deltaBaseUnits': { $matches: '^[1-9]' },
      },
    },
  ],
})
