import * as fc from 'fast-check'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import type { DrawnToken } from '../../vocabulary/amounts.ts'
import type { KindDraw, PlainTerms, ProtocolDraw } from '../../vocabulary/draw.ts'
import { drawAddLiquidity, drawBudget, plainPair } from '../../vocabulary/kinds/add-liquidity.ts'
import { type DrawnPool, drawSwap } from '../../vocabulary/kinds/swap.ts'
import { SHAPES } from './draw/call-shapes.ts'
import { coursesOf } from './draw/courses.ts'
import { drawExit, drawProvision, drawPurchase } from './draw/draw-calls.ts'
import { feeOf } from './draw/fee-of.ts'

const pool = (first: DrawnToken, second: DrawnToken, feeTier: number): DrawnPool => ({
  tokens: [first, second],
  venue: { protocol: 'uniswap-v3', feeTier },
})

/** Pools of the market that cases trade in. */
const POOLS = [
  pool('USDC', 'WETH', 500),
  pool('USDC', 'WETH', 3_000),
  pool('DAI', 'WETH', 3_000),
  pool('WBTC', 'WETH', 3_000),
  pool('USDC', 'DAI', 100),
  pool('USDC', 'USDT', 100),
  pool('NOPRICE', 'WETH', 3_000),
]

/** Ways of several hops. */
const PATHS = [
  { tokens: ['USDC', 'WETH', 'WBTC'], feeTiers: [500, 3_000] },
  { tokens: ['WBTC', 'WETH', 'USDC'], feeTiers: [3_000, 500] },
  { tokens: ['DAI', 'WETH', 'USDC'], feeTiers: [3_000, 500] },
] as const

/** The position that the origin numbers next, and its neighbours. */
const NEXT = '20'
const POSITIONS = [NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, '21', '1']
const positionId = fc.constantFrom(...POSITIONS)

/** The incentive that runs from the start, of the pool in which most positions are. */
const RUNNING = {
  rewardToken: 'DAI',
  startSeconds: 1_799_989_200,
  endSeconds: 1_807_765_200,
  refundee: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
}

const idIn = ({ numberOf }: PlainTerms) => numberOf(BASE.id)

const ofPosition = (
  draw: fc.Arbitrary<Readonly<Record<string, unknown>>>,
  params: KindDraw['params'] = (terms) => ({ positionId: idIn(terms) }),
): KindDraw => ({ after: 'add-liquidity', draw: () => draw, params })

const KINDS: ProtocolDraw['kinds'] = {
  'create-pool': { undrawn: 'nobody trades in a pool without liquidity' },
  'grow-oracle': { undrawn: 'what a pool keeps of past prices changes nothing that an action meets' },
  swap: drawSwap('input', POOLS),
  'swap-exact-output': drawSwap('output', POOLS),
  'swap-multi-hop': {
    draw: ({ amountOf }) =>
      fc.constantFrom(...PATHS).chain(({ tokens, feeTiers }) =>
        amountOf(tokens[0]).map((amountIn) => ({
          tokens: [...tokens],
          amountIn,
          venue: { protocol: BASE.id, feeTiers: [...feeTiers] },
        })),
      ),
  },
  'swap-multi-hop-exact-output': {
    draw: ({ amountOf }) =>
      fc.constantFrom(...PATHS).chain(({ tokens, feeTiers }) =>
        amountOf(tokens[2]).map((amountOut) => ({
          tokens: [...tokens],
          feeTiers: [...feeTiers],
          amountOut,
        })),
      ),
  },
  'swap-to-price': { undrawn: "its price would have to be near the pool's" },
  'add-liquidity': {
    ...drawAddLiquidity(
      fc
        .constantFrom(100, 1_000, 10_000)
        .map((rangeTicks) => ({ protocol: 'uniswap-v3', feeTier: 500, rangeTicks })),
    ),
    params: (terms: PlainTerms) => ({
      ...plainPair(terms),
      venue: {
        protocol: 'uniswap-v3',
        feeTier: feeOf(terms.tokenIn, terms.tokenOut),
        rangeTicks: 1_200,
      },
      slippageBps: terms.slippageBps,
    }),
  },
  'increase-liquidity': ofPosition(
    fc
      .record({ positionId, amountA: drawBudget.usdc, amountB: drawBudget.weth })
      .map((params) => ({ tokenA: 'USDC', tokenB: 'WETH', ...params })),
    (terms) => ({
      ...plainPair(terms),
      positionId: idIn(terms),
      slippageBps: terms.slippageBps,
    }),
  ),
  'remove-liquidity': ofPosition(
    fc.record({ positionId, shareBps: fc.constantFrom(1, 5_000, 10_000) }),
    (terms) => ({
      positionId: idIn(terms),
      shareBps: (terms.cents % 10_000) + 1,
      slippageBps: terms.slippageBps,
    }),
  ),
  'collect-fees': ofPosition(positionId.map((id) => ({ positionId: id }))),
  'close-liquidity': ofPosition(positionId.map((id) => ({ positionId: id }))),
  'burn-position': ofPosition(positionId.map((id) => ({ positionId: id }))),
  'stake-liquidity': ofPosition(
    positionId.map((id) => ({ positionId: id, incentive: RUNNING })),
    (terms) => ({ positionId: idIn(terms), incentive: RUNNING }),
  ),
  'unstake-liquidity': {
    ...ofPosition(fc.record({ positionId, keepRewards: fc.boolean() })),
    after: 'stake-liquidity',
  },
  'claim-incentive-rewards': {
    after: 'unstake-liquidity',
    draw: () => fc.constantFrom('DAI', 'WETH').map((rewardToken) => ({ rewardToken })),
    params: ({ tokenOut }) => ({ rewardToken: tokenOut }),
  },
  'compound-fees': ofPosition(positionId.map((id) => ({ positionId: id }))),
  'rebalance-liquidity': ofPosition(
    fc.record({ positionId, rangeTicks: fc.constantFrom(100, 1_000) }),
    (terms) => ({ positionId: idIn(terms), rangeTicks: 1_200, slippageBps: terms.slippageBps }),
  ),
  'zap-out': ofPosition(fc.record({ positionId, tokenOut: fc.constantFrom('USDC', 'WETH') }), (terms) => ({
    positionId: idIn(terms),
    tokenOut: terms.tokenOut,
    slippageBps: terms.slippageBps,
  })),
  'zap-in': {
    draw: () =>
      fc
        .record({ amountIn: drawBudget.usdc, rangeTicks: fc.constantFrom(100, 1_000) })
        .map(({ amountIn, rangeTicks }) => ({
          tokenIn: 'USDC',
          otherToken: 'WETH',
          amountIn,
          venue: { protocol: 'uniswap-v3', feeTier: 500, rangeTicks },
        })),
    params: ({ tokenIn, tokenOut, units, slippageBps }) => ({
      tokenIn,
      otherToken: tokenOut,
      amountInBaseUnits: units(tokenIn),
      slippageBps,
      venue: { protocol: 'uniswap-v3', feeTier: feeOf(tokenIn, tokenOut), rangeTicks: 1_200 },
    }),
  },
  'range-order': {
    draw: () =>
      drawBudget.weth.map((amountIn) => ({
        tokenIn: 'WETH',
        tokenOut: 'USDC',
        feeTier: 500,
        amountIn,
        price: '3300',
      })),
  },
  'liquidity-ladder': {
    draw: () =>
      fc
        .record({ amountA: drawBudget.usdc, amountB: drawBudget.weth, rungs: fc.constantFrom(2, 4) })
        .map((params) => ({ tokenA: 'USDC', tokenB: 'WETH', feeTier: 500, rangeTicks: 1_000, ...params })),
    params: (terms: PlainTerms) => ({
      ...plainPair(terms),
      feeTier: feeOf(terms.tokenIn, terms.tokenOut),
      rangeTicks: 1_200,
      rungs: 2,
      slippageBps: terms.slippageBps,
    }),
  },
}

/** Swaps and positions in the pools of the market. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  courses: coursesOf(NEXT, RUNNING),
  shapes: SHAPES,
  exits: drawExit,
  purchases: drawPurchase,
  provisions: drawProvision,
  spenders: [
    'uniswap-v3.swapRouter',
    'uniswap-v3.swapRouter',
    'uniswap-v3.swapRouter',
    'uniswap-v3.positionManager',
  ],
}
