import { at, type CaseStep, defineCases, kept, onChain, own } from '../../core/cases.ts'

/** A position of Uniswap V3, `old` for what follows. */
const OLD: CaseStep = {
  tool: 'uniswap_add_liquidity',
  params: {
    tokenA: 'WETH',
    tokenB: 'USDC',
    feeTier: 500,
    rangeTicks: 500,
    amountABaseUnits: '1000000000000000000',
    amountBBaseUnits: '2000000000',
  },
  keep: 'old',
}
const OF_OLD = { positionId: kept('old.positionId') }

/** Others trade there and back, so that fees accrue on both sides. */
const TRADES: readonly CaseStep[] = [
  ['USDC', 'WETH', '300000000001'],
  ['WETH', 'USDC', '100000000000000000001'],
].map(([tokenIn = '', tokenOut = '', amountInBaseUnits = '']) => ({
  tool: 'uniswap_execute_swap',
  params: { tokenIn, tokenOut, amountInBaseUnits, feeTier: 500 },
  as: 'whale',
}))

const liquidityOf = onChain(
  at('uniswap-v4.positionManager'),
  'function getPositionLiquidity(uint256) view returns (uint128)',
  [own('positionId')],
)

/** Cases of `uniswap_migrate_v3_to_v4`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '1' }, code: 'POSITION_NOT_OWNED' },
    // The fee of the position, at which no pool of these tokens is open.
    { before: [OLD], params: OF_OLD, code: 'POOL_NOT_INITIALIZED' },
    { before: [OLD], params: { ...OF_OLD, feeTier: 3000, tickLower: 0 }, code: 'INVALID_PARAMS' },
    {
      before: [
        OLD,
        {
          tool: 'uniswap_remove_liquidity',
          params: { positionId: kept('old.positionId'), shareBps: 10_000 },
          keep: 'removed',
        },
      ],
      params: { ...OF_OLD, feeTier: 3000 },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
    { params: { positionId: 'one' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'the same range, widened to the spacing, with the fees of the old one',
      before: [OLD, ...TRADES],
      params: { ...OF_OLD, feeTier: 3000 },
      roundTrips: 4,
      plan: { 'calls.length': 12, 'expectation.positions.length': 2, 'expectation.toleranceBps': 50 },
      expect: {
        closedPositionId: kept('old.positionId'),
        closedLiquidity: kept('old.liquidityDelta'),
        liquidityDelta: liquidityOf,
      },
    },
    {
      name: 'a range of its own, and no slippage',
      before: [OLD],
      params: { ...OF_OLD, feeTier: 3000, rangeTicks: 1200, slippageBps: 0 },
      expect: { closedPositionId: kept('old.positionId'), liquidityDelta: liquidityOf },
    },
  ],
})
