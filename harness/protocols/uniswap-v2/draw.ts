import * as fc from 'fast-check'
import type { DrawnToken } from '../../vocabulary/amounts.ts'
import { writeWorth } from '../../vocabulary/amounts.ts'
import { inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { Course, DrawnStep, KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'
import { plainPair } from '../../vocabulary/kinds/add-liquidity.ts'
import { type DrawnPool, drawSwap } from '../../vocabulary/kinds/swap.ts'
import { SHAPES } from './draw/call-shapes.ts'

const PROTOCOL = 'uniswap-v2'
const VENUE = { protocol: PROTOCOL }

const pool = (first: DrawnToken, second: DrawnToken): DrawnPool => ({ tokens: [first, second], venue: VENUE })

/** Pairs of the market, and one that is not there. */
const PAIRS = [pool('WETH', 'USDT'), pool('WETH', 'USDT'), pool('WBTC', 'USDT'), pool('DAI', 'USDT')]

const PAIR = { tokenA: 'WETH', tokenB: 'USDT' }

const half = (usdc: bigint) => ({
  ...PAIR,
  amountA: writeWorth(usdc / 2n, 'WETH'),
  amountB: writeWorth(usdc / 2n, 'USDT'),
  venue: VENUE,
})

/** The pair from either of its tokens. */
const SIDES = [
  ['WETH', 'USDT'],
  ['USDT', 'WETH'],
] as const

/** Enters the pair from one token; of the other one as much has to be held. */
const zap = (usdc: bigint, [tokenIn, otherToken]: (typeof SIDES)[number]) => ({
  tokenIn,
  otherToken,
  amountIn: writeWorth(usdc, tokenIn),
  venue: VENUE,
})

/** Buys what one side of the pair needs, with something to spare. */
const buyOther = (usdc: bigint) => ({ tokenIn: 'WETH', tokenOut: 'USDT', amountIn: writeWorth(usdc, 'WETH') })

const shareBps = fc.constantFrom(1, 5_000, 10_000)

const KINDS: ProtocolDraw['kinds'] = {
  swap: drawSwap('input', PAIRS),
  'swap-exact-output': drawSwap('output', PAIRS),
  'swap-fee-on-transfer': {
    draw: ({ amountOf }) =>
      amountOf('WETH').map((amountIn) => ({ tokenIn: 'WETH', tokenOut: 'USDT', amountIn })),
    params: ({ units, slippageBps }) => ({
      tokenIn: 'WETH',
      tokenOut: 'USDT',
      amountInBaseUnits: units('WETH'),
      slippageBps,
    }),
  },
  'add-liquidity': {
    draw: ({ modestUsdc }) => modestUsdc.map(half),
    params: (terms) => ({ ...plainPair(terms), venue: VENUE, slippageBps: terms.slippageBps }),
  },
  'zap-in': {
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, fc.constantFrom(...SIDES)).map(([usdc, sides]) => zap(usdc, sides)),
    params: ({ tokenIn, tokenOut, units, slippageBps }) => ({
      tokenIn,
      otherToken: tokenOut,
      amountInBaseUnits: units(tokenIn),
      venue: VENUE,
      slippageBps,
    }),
  },
  'migrate-liquidity': { undrawn: 'Uniswap V3 has no pool of the pairs whose liquidity is held' },
  'remove-pair-liquidity': {
    after: 'add-liquidity',
    draw: () => shareBps.map((share) => ({ ...PAIR, shareBps: share })),
    params: ({ cents, slippageBps }) => ({ ...PAIR, shareBps: (cents % 10_000) + 1, slippageBps }),
  } satisfies KindDraw,
}

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })
const later = (name: string, share: number): DrawnStep => ({
  later: { protocol: PROTOCOL, act: name, shareBps: share },
})

/** A share of a pair from its opening to its end, while others trade and give. */
const COURSES: readonly Course[] = [
  {
    opens: 'add-liquidity',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('swap', buyOther(usdc)),
          act('add-liquidity', half(usdc)),
          oneOf([], [later('trade', 100)], [later('donate', 1_000)], [later('trade', 3_000)]),
          oneOf([], [act('add-liquidity', half(usdc / 3n))], [act('zap-in', zap(usdc / 3n, SIDES[0]))]),
          oneOf(
            [act('remove-pair-liquidity', { ...PAIR, shareBps: 10_000 })],
            [
              act('remove-pair-liquidity', { ...PAIR, shareBps: 4_000 }),
              act('remove-pair-liquidity', { ...PAIR, shareBps: 10_000 }),
            ],
          ),
        ),
      ),
  },
]

/** Swaps in the pairs of the market, and shares of one. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  courses: COURSES,
  shapes: SHAPES,
  spenders: ['uniswap-v2.router'],
}
