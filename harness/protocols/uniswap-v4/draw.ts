import * as fc from 'fast-check'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import { writeWorth } from '../../vocabulary/amounts.ts'
import { inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { Course, DrawnStep, KindDraw, PlainTerms, ProtocolDraw } from '../../vocabulary/draw.ts'
import { drawAddLiquidity, drawBudget, plainPair } from '../../vocabulary/kinds/add-liquidity.ts'
import { drawSwap } from '../../vocabulary/kinds/swap.ts'
import { HOOKS, NEXT_POSITION } from './pools.ts'

const VENUE = { protocol: BASE.id, feeTier: 3_000 }
const POOLS = [{ tokens: ['USDC', 'WETH'], venue: VENUE }] as const
/** Ways over native coins, which a hook wraps. */
const WRAPPING = { feeTier: 0, tickSpacing: 60, hooks: HOOKS.wrapping }
const PATHS = [
  { tokens: ['USDC', 'ETH', 'WETH'], pools: [{ feeTier: 500 }, WRAPPING] },
  { tokens: ['WETH', 'ETH', 'USDC'], pools: [WRAPPING, { feeTier: 500 }] },
] as const
const positionId = fc.constantFrom(NEXT_POSITION, NEXT_POSITION, NEXT_POSITION, '1')
const idIn = ({ numberOf }: PlainTerms) => numberOf(BASE.id)

const ofPosition = (
  draw: fc.Arbitrary<Readonly<Record<string, unknown>>>,
  params: KindDraw['params'] = (terms) => ({ positionId: idIn(terms) }),
): KindDraw => ({ after: 'add-liquidity', draw: () => draw, params })

const alone = positionId.map((id) => ({ positionId: id }))

const KINDS: ProtocolDraw['kinds'] = {
  'create-v4-pool': { undrawn: 'nobody trades in a pool without liquidity, and its place is not approved' },
  swap: { ...drawSwap('input', POOLS), often: 1 },
  'swap-exact-output': drawSwap('output', POOLS),
  'swap-multi-hop': {
    draw: ({ amountOf }) =>
      fc.constantFrom(...PATHS).chain(({ tokens, pools }) =>
        amountOf(tokens[0]).map((amountIn) => ({
          tokens: [...tokens],
          amountIn,
          venue: { protocol: BASE.id, pools: [...pools] },
        })),
      ),
  },
  'add-liquidity': {
    ...drawAddLiquidity(fc.constantFrom(600, 3_000).map((rangeTicks) => ({ ...VENUE, rangeTicks }))),
    often: 1,
    params: (terms: PlainTerms) => ({
      ...plainPair(terms),
      venue: { ...VENUE, rangeTicks: 1_200 },
      slippageBps: terms.slippageBps,
    }),
  },
  'increase-v4-liquidity': ofPosition(
    fc
      .record({ positionId, amountA: drawBudget.usdc, amountB: drawBudget.weth })
      .map((params) => ({ tokenA: 'USDC', tokenB: 'WETH', ...params })),
    (terms) => ({ ...plainPair(terms), positionId: idIn(terms), slippageBps: terms.slippageBps }),
  ),
  'decrease-v4-liquidity': ofPosition(
    fc.record({ positionId, shareBps: fc.constantFrom(1, 5_000, 10_000) }),
    (terms) => ({
      positionId: idIn(terms),
      shareBps: (terms.cents % 10_000) + 1,
      slippageBps: terms.slippageBps,
    }),
  ),
  'collect-v4-fees': ofPosition(alone),
  'compound-v4-fees': ofPosition(alone),
  'close-v4-liquidity': ofPosition(alone),
  'migrate-liquidity': ofPosition(
    fc.constantFrom('20', '20', '1').map((id) => ({
      venue: { protocol: BASE.id, positionId: id, feeTier: VENUE.feeTier },
    })),
    (terms) => ({
      venue: { protocol: BASE.id, positionId: terms.numberOf('uniswap-v3'), feeTier: VENUE.feeTier },
      slippageBps: terms.slippageBps,
    }),
  ),
  'rebalance-v4-liquidity': ofPosition(
    fc.record({ positionId, rangeTicks: fc.constantFrom(600, 3_000) }),
    (terms) => ({ positionId: idIn(terms), rangeTicks: 1_200, slippageBps: terms.slippageBps }),
  ),
}

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })
const both = (usdc: bigint) => ({
  tokenA: 'USDC',
  tokenB: 'WETH',
  amountA: writeWorth(usdc, 'USDC'),
  amountB: writeWorth(usdc, 'WETH'),
})
const ID = { positionId: NEXT_POSITION }

/** A position from its opening to its end, while others trade in its pool. */
const COURSES: readonly Course[] = [
  {
    opens: 'add-liquidity',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(modestUsdc, fc.constantFrom(600, 3_000))
        .chain(([usdc, rangeTicks]) =>
          inTurn(
            act('add-liquidity', { ...both(usdc / 2n), venue: { ...VENUE, rangeTicks } }),
            oneOf(
              [],
              [{ later: { protocol: BASE.id, act: 'trade', shareBps: 1_000 } }],
              [{ later: { protocol: BASE.id, act: 'trade', shareBps: 1_000 } }, act('collect-v4-fees', ID)],
            ),
            oneOf([], [act('increase-v4-liquidity', { ...ID, ...both(usdc / 5n) })]),
            oneOf([], [act('decrease-v4-liquidity', { ...ID, shareBps: 4_000 })]),
            oneOf(
              [act('close-v4-liquidity', ID)],
              [act('compound-v4-fees', ID)],
              [act('rebalance-v4-liquidity', { ...ID, rangeTicks: 3_000 })],
            ),
          ),
        ),
  },
]

/** Positions in one pool of the market. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  courses: COURSES,
  spenders: ['uniswap-v4.positionManager'],
}
