import * as fc from 'fast-check'
import type { DrawnToken } from '../../vocabulary/amounts.ts'
import { CALL_SHAPES, DRAWN_KINDS, DRAWN_SPENDERS, findKindDraw, listCourse } from '../commands/kind-draws.ts'

/** Tokens that actions are drawn from; NOPRICE is no asset of any policy. */
export type PairToken = Exclude<DrawnToken, 'ETH'>

/** An action through the Pi tools' action kinds. */
export interface KindAction {
  readonly via: 'kind'
  readonly kind: string
  readonly tokenIn: PairToken
  readonly tokenOut: PairToken
  /** Value in USDC cents at the opening prices, so that all tokens are drawn alike. */
  readonly cents: number
  /** An actor, a contract by its name, or the cage. */
  readonly account: string
  readonly slippageBps: number
  readonly lies: boolean
}

/** One hand-made call, past every tool. */
export interface RawCall {
  /** What it does: one of a testbed's, or bytes that mean nothing. */
  readonly shape: string
  readonly tokenIn: PairToken
  readonly tokenOut: PairToken
  readonly cents: number
  readonly account: string
  readonly isUnlimited: boolean
  /** How the call data is damaged, if it is. */
  readonly damage: 'none' | 'cut' | 'longer' | 'dirty'
}

/** Hand-made calls as one plan. */
export interface RawAction {
  readonly via: 'raw'
  readonly calls: readonly RawCall[]
  /** Whether the plan states what the simulation shows. */
  readonly isHonest: boolean
  readonly leaksKey: boolean
}

/** What the world does before an action or between preview and commit. */
export type Turn =
  | { readonly turn: 'none' }
  | {
      readonly turn: 'price'
      readonly token: 'WETH' | 'WBTC' | 'DAI'
      readonly bps: number
      readonly ageSeconds: number
    }
  | { readonly turn: 'advance'; readonly seconds: number }
  | { readonly turn: 'trade'; readonly tokenIn: 'USDC' | 'WETH'; readonly thousands: number }
  | { readonly turn: 'phase'; readonly phase: string }
  | { readonly turn: 'gift'; readonly cents: number }
  | { readonly turn: 'pause' }

/** One move of a drawn game: the world turns, the agent asks, the world turns, the agent commits. */
export interface Move {
  readonly before: Turn
  readonly action: KindAction | RawAction
  readonly between: Turn
  readonly commits: boolean
}

const TOKENS: readonly PairToken[] = ['USDC', 'USDC', 'WETH', 'WETH', 'DAI', 'WBTC', 'USDT']
const token = fc.constantFrom<PairToken>(...TOKENS, ...TOKENS, 'NOPRICE')
const pair = fc.constantFrom<readonly [PairToken, PairToken]>(
  ['USDC', 'WETH'],
  ['WETH', 'USDC'],
  ['WETH', 'DAI'],
  ['DAI', 'WETH'],
  ['WBTC', 'WETH'],
  ['WETH', 'WBTC'],
  ['USDC', 'DAI'],
  ['DAI', 'USDC'],
  ['USDC', 'USDT'],
  ['WETH', 'NOPRICE'],
)
/** Around the limits of the drawn policies, and anywhere. */
const cents = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 10_000, 50_000, 60_000, 100_000, 200_000) },
  { weight: 1, arbitrary: fc.constantFrom(60_001, 500_000, 2_000_000, 2_000_001, 10_000_000) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
)
/** What a call that means something to nobody is called. */
export const GARBAGE = 'garbage'

const account = fc.constantFrom(
  ...['cage', 'cage', 'recipient', 'recipient', 'owner', 'attacker', 'weth'],
  ...DRAWN_SPENDERS,
)

/** Kinds with parameters that can be drawn for every kind alike. */
const PLAIN_KINDS = DRAWN_KINDS.filter((kind) => findKindDraw(kind).params !== undefined)

const kindAction: fc.Arbitrary<KindAction> = fc
  .record({
    via: fc.constant('kind' as const),
    kind: fc.constantFrom(
      ...PLAIN_KINDS.flatMap((kind) => Array.from({ length: findKindDraw(kind).often ?? 1 }, () => kind)),
    ),
    pair,
    cents,
    account: fc.constantFrom('recipient', 'recipient', 'owner', 'attacker', ...DRAWN_SPENDERS),
    slippageBps: fc.constantFrom(10, 50, 50, 500, 10_000),
    lies: fc.integer({ min: 0, max: 19 }).map((drawn) => drawn === 0),
  })
  .map(({ pair: [tokenIn, tokenOut], ...rest }) => ({ ...rest, tokenIn, tokenOut }))

const rawCall: fc.Arbitrary<RawCall> = fc.record({
  shape: fc.constantFrom(...CALL_SHAPES.keys(), GARBAGE),
  tokenIn: token,
  tokenOut: token,
  cents,
  account,
  isUnlimited: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  damage: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'none', 'cut', 'longer', 'dirty'),
})

const rawAction: fc.Arbitrary<RawAction> = fc.record({
  via: fc.constant('raw' as const),
  calls: fc.array(rawCall, { minLength: 1, maxLength: 3 }),
  isHonest: fc.integer({ min: 0, max: 7 }).map((drawn) => drawn > 0),
  leaksKey: fc.integer({ min: 0, max: 24 }).map((drawn) => drawn === 0),
})

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 16, arbitrary: fc.constant<Turn>({ turn: 'none' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      turn: fc.constant('price' as const),
      token: fc.constantFrom('WETH', 'WBTC', 'DAI'),
      bps: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(-40, -10, -1, 0, 1, 10, 40) },
        { weight: 1, arbitrary: fc.constantFrom(-3_000, -200, 200, 3_000) },
      ),
      // A price of exactly the staleness limit, and a second to each side of it: such a feed stays old.
      ageSeconds: fc.oneof(
        { weight: 40, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.constantFrom(86_398, 86_399, 86_400, 86_401) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      turn: fc.constant('advance' as const),
      seconds: fc.constantFrom(1, 30, 58, 59, 60, 3_600, 86_400, 90_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      turn: fc.constant('trade' as const),
      tokenIn: fc.constantFrom('USDC', 'WETH'),
      thousands: fc.constantFrom(10, 10, 100, 1_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      turn: fc.constant('phase' as const),
      phase: fc.constantFrom('thriving', 'cautious', 'cautious', 'defensive'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ turn: fc.constant('gift' as const), cents }) },
)

const aMove: fc.Arbitrary<Move> = fc.record({
  before: turn,
  action: fc.oneof({ weight: 3, arbitrary: kindAction }, { weight: 1, arbitrary: rawAction }),
  between: turn,
  commits: fc.boolean(),
})

/** What several acts in a row leave room for; odd and even values go to different venues. */
const modestCents = fc.integer({ min: 5_000, max: 30_000 })

/** Kinds that do nothing without others. */
const LATER_KINDS = PLAIN_KINDS.filter((kind) => listCourse(kind).length > 1)

/** An act with those before it that it stands on, all on the same terms. */
const course: fc.Arbitrary<readonly Move[]> = fc
  .record({ last: aMove, terms: kindAction, cents: modestCents, kind: fc.constantFrom(...LATER_KINDS) })
  .map(({ last, terms, cents, kind }) => {
    const [before, between] = [{ turn: 'none' }, { turn: 'none' }] as const
    const acts = listCourse(kind).map((each) => ({ ...terms, kind: each, cents, lies: false }))
    return acts.map((action, index) =>
      index === acts.length - 1 ? { ...last, action } : { before, action, between, commits: true },
    )
  })

/** Moves of one world. The pause, which nothing takes back here, comes late if at all. */
export const drawnMoves = (count: number): fc.Arbitrary<readonly Move[]> =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: aMove.map((move): readonly Move[] => [move]) },
          { weight: 1, arbitrary: course },
        ),
        { minLength: 1, maxLength: count, size: 'max' },
      ),
      fc.boolean(),
    )
    .map(([moves, pauses]) =>
      moves
        .flat()
        .slice(0, count)
        .map((move, index) =>
          pauses && index === count - 4 ? { ...move, before: { turn: 'pause' } as const } : move,
        ),
    )
