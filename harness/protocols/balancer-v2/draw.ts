import * as fc from 'fast-check'
import type { Hex } from 'viem'
import { BASE } from '../../../tools/protocols/balancer-v2/base.ts'
import { writeWorth } from '../../vocabulary/amounts.ts'
import { inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { CallTerms, Course, DrawnStep, ProtocolDraw } from '../../vocabulary/draw.ts'
import { type DrawnPool, drawSwap } from '../../vocabulary/kinds/swap.ts'
import { allow, encode } from './hand-made.ts'
import { STABLE, WEIGHTED } from './pools.ts'

const NO_POOL = `0x${'22'.repeat(32)}`
const shareBps = fc.constantFrom(1, 5_000, 10_000)
const ALL_BPS = 10_000

const depositsOf = (usdc: bigint) => [{ token: 'USDC', amountBaseUnits: `${usdc}` }]
const stable = { poolId: STABLE.id }

const inPool = (tokens: DrawnPool['tokens'], poolId: string): DrawnPool => ({
  tokens,
  venue: { protocol: BASE.id, poolId },
})

/** Pairs of the origin's pools, and one of a pool that nobody made. */
const POOLS = [
  inPool(['USDC', 'DAI'], STABLE.id),
  inPool(['USDC', 'USDT'], STABLE.id),
  inPool(['WETH', 'DAI'], WEIGHTED.id),
  inPool(['WETH', 'DAI'], NO_POOL),
]

/** Paths of which every pool is known, and one of which one is not. */
const PATHS = [
  ['USDC', 'DAI', 'WETH'],
  ['WETH', 'DAI', 'USDC'],
  ['USDC', 'WETH', 'DAI'],
] as const

const KINDS: ProtocolDraw['kinds'] = {
  'create-pool': { undrawn: 'nobody trades in a pool without liquidity' },
  swap: { ...drawSwap('input', POOLS), often: 1 },
  'swap-exact-output': drawSwap('output', POOLS),
  'swap-batch': {
    draw: ({ amountOf }) =>
      fc.constantFrom(...PATHS).chain((tokens) =>
        fc.oneof(
          amountOf(tokens[0]).map((amountIn) => ({ tokens: [...tokens], amountIn })),
          amountOf(tokens[2]).map((amountOut) => ({ tokens: [...tokens], amountOut })),
        ),
      ),
    params: ({ units, slippageBps }) => ({
      tokens: ['USDC', 'DAI', 'WETH'],
      amountInBaseUnits: units('USDC'),
      slippageBps,
    }),
  },
  'join-pool': {
    draw: ({ modestUsdc }) =>
      fc
        .tuple(modestUsdc, fc.constantFrom<string>(STABLE.id, STABLE.id, STABLE.id, WEIGHTED.id, NO_POOL))
        .map(([usdc, poolId]) => ({ poolId, deposits: depositsOf(usdc) })),
    params: ({ units, slippageBps }) => ({
      ...stable,
      deposits: [{ token: 'USDC', amountBaseUnits: units('USDC') }],
      slippageBps,
    }),
  },
  'exit-pool': {
    after: 'join-pool',
    draw: () => shareBps.map((share) => ({ ...stable, shareBps: share })),
    params: ({ cents, slippageBps }) => ({ ...stable, shareBps: (cents % ALL_BPS) + 1, slippageBps }),
  },
  'exit-pool-single': {
    after: 'join-pool',
    draw: () =>
      fc
        .tuple(shareBps, fc.constantFrom('USDC', 'DAI', 'WETH'))
        .map(([share, token]) => ({ ...stable, token, shareBps: share })),
    params: ({ cents, slippageBps }) => ({
      ...stable,
      token: 'USDC',
      shareBps: (cents % ALL_BPS) + 1,
      slippageBps,
    }),
  },
  'internal-balance': {
    draw: ({ amountOf }) =>
      fc
        .tuple(amountOf('USDC'), fc.constantFrom('deposit', 'deposit', 'withdraw'))
        .map(([amount, operation]) => ({ operation, token: 'USDC', amount })),
    params: ({ units }) => ({ operation: 'deposit', token: 'USDC', amountBaseUnits: units('USDC') }),
  },
}

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })

const COURSES: readonly Course[] = [
  {
    opens: 'join-pool',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('join-pool', { ...stable, deposits: depositsOf(usdc) }),
          oneOf([], [act('join-pool', { ...stable, deposits: depositsOf(usdc / 3n) })]),
          oneOf(
            [act('exit-pool', { ...stable, shareBps: 10_000 })],
            [
              act('exit-pool-single', { ...stable, token: 'USDC', shareBps: 5_000 }),
              act('exit-pool', { ...stable, shareBps: 10_000 }),
            ],
          ),
        ),
      ),
  },
  {
    opens: 'internal-balance',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('internal-balance', { operation: 'deposit', token: 'USDC', amount: writeWorth(usdc, 'USDC') }),
          act('internal-balance', {
            operation: 'withdraw',
            token: 'USDC',
            amount: writeWorth(usdc / 2n, 'USDC'),
          }),
        ),
      ),
  },
]

const shape =
  (encoded: (terms: CallTerms) => Hex, pays = false) =>
  (terms: CallTerms) => {
    const { book, amount } = terms
    return [...(pays ? [allow(book, amount)] : []), terms.call(BASE.on(book).vault, encoded(terms))]
  }

/** Trades in the origin's pools, shares of them, balances inside of the Vault, and calls of it past every tool. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  courses: COURSES,
  shapes: {
    'swap-to': shape(
      ({ book, amount, account, cage }) => encode.swap(book, amount, { sender: cage, recipient: account }),
      true,
    ),
    'join-to': shape(
      ({ book, amount, account, cage }) => encode.join(book, amount, { sender: cage, recipient: account }),
      true,
    ),
    'exit-to': shape(({ book, amount, account, cage }) =>
      encode.exit(book, amount, { sender: cage, recipient: account }),
    ),
    'inside-to': shape(
      ({ book, amount, account, cage }) =>
        encode.manage(book, 0, amount, { sender: cage, recipient: account }),
      true,
    ),
    'outside-to': shape(({ book, amount, account, cage }) =>
      encode.manage(book, 1, amount, { sender: cage, recipient: account }),
    ),
  },
  spenders: ['balancer-v2.vault'],
}
