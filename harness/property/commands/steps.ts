import * as fc from 'fast-check'
import { findLaterAct, LATER_ACTS } from '../../protocols/later-acts.ts'
import { TAMPER_FIELDS } from '../../scenario/tamper-permit.ts'
import { type DrawnToken, drawAmount, worthOf, writeAmount } from '../../vocabulary/amounts.ts'
import type { DrawnStep } from '../../vocabulary/draw.ts'
import { drawAction, drawClaims } from './actions.ts'
import type { CommandKind, Configuration } from './configuration.ts'
import { drawCourse } from './draw-course.ts'
import { drawRaw } from './draw-raw.ts'

/** How often each kind of command comes. */
const WEIGHTS: Readonly<Record<CommandKind, number>> = {
  preview: 14,
  act: 14,
  commit: 14,
  cancel: 3,
  raw: 3,
  time: 8,
  skew: 2,
  price: 4,
  market: 3,
  gift: 1,
  later: 3,
  theft: 2,
  phase: 3,
  query: 1,
  halt: 2,
  fee: 1,
  restart: 1,
  tamper: 1,
  tick: 4,
}

/** How often a course comes beside twelve single steps. */
const COURSE_WEIGHT = 4

export const PHASE_NAMES = [
  'thriving',
  'cautious',
  'cautious',
  'defensive',
  'survival',
  'terminal',
  'stable',
  'conservation',
  'desperate',
]
const VITALITIES = ['read', 'unknown', 10_000, 7_000, 6_999, 5_000, 4_999, 3_000, 2_999, 1, 0]
/** A longer list would make every seed draw other cases. */
const DRAWN_TAMPER_FIELDS = TAMPER_FIELDS.filter((field) => field !== 'phaseEpoch' && field !== 'issued')

/** Draw one step of a case with this configuration, or a few that belong together. */
export function drawSteps(configuration: Configuration): fc.Arbitrary<readonly DrawnStep[]> {
  const action = fc
    .constantFrom(...configuration.actions)
    .chain((kind) => fc.tuple(drawAction(kind, configuration), drawClaims))
    .map(([drawn, claims]) => ({ ...drawn, ...claims }))
  const makers: Readonly<Record<CommandKind, fc.Arbitrary<DrawnStep>>> = {
    preview: action.map((preview) => ({ preview })),
    act: action.map((act) => ({ act })),
    commit: drawBack.map((commit) => ({ commit })),
    cancel: drawBack.map((cancel) => ({ cancel })),
    raw: drawRaw(configuration),
    time: drawTime(configuration).map((seconds) => ({ advance: `${seconds}s` })),
    skew: fc
      .tuple(fc.constantFrom(...configuration.boundariesSeconds, 30), fc.boolean(), fc.constantFrom(-1, 0, 1))
      .map(([seconds, back, beside]) => ({
        skew: { wall: `${back ? '-' : ''}${Math.min(600, Math.max(1, seconds + beside))}s` },
      })),
    price: drawPrice,
    market: fc.tuple(fc.boolean(), fc.constantFrom(1n, 10n, 100n, 400n)).map(([sells, ether]) => {
      const tokenIn: DrawnToken = sells ? 'WETH' : 'USDC'
      const amountIn = writeAmount(worthOf(ether * 3_000_000_000n, tokenIn), tokenIn)
      return { trade: { actor: 'whale', tokenIn, tokenOut: sells ? 'USDC' : 'WETH', amountIn } }
    }),
    gift: drawAmount('USDC', configuration.boundariesUsdc).map((amount) => ({
      transfer: { from: 'trader', to: 'cage', amount },
    })),
    later: drawLater,
    theft: fc.constantFrom(
      { transfer: { from: 'cage', to: 'attacker', amount: '1 USDC' } },
      { transfer: { from: 'cage', to: 'attacker', amount: '0.1 WETH' } },
      { transfer: { from: 'operator', to: 'stranger', amount: '0.001 ETH' } },
    ),
    phase: fc.oneof(
      fc.constantFrom(...PHASE_NAMES).map((phase) => ({ phase })),
      fc.constantFrom(...VITALITIES).map((vitality) => ({ vitality })),
    ),
    query: fc.constantFrom(
      { query: { tool: 'safety_get_spending' } },
      { query: { tool: 'safety_check_status' } },
      { query: { tool: 'data_get_token_balance', token: 'USDC' } },
    ),
    halt: fc.constant({ halt: 'drawn' }),
    fee: fc.constantFrom('0 wei', '1 gwei', '20 gwei').map((baseFee) => ({ baseFee })),
    restart: fc.constant({ restart: true }),
    tamper: fc
      .tuple(drawBack, fc.constantFrom(...DRAWN_TAMPER_FIELDS))
      .map(([permit, field]) => ({ tamper: { permit, field } })),
    tick: fc.constant({ tick: true }),
  }
  const single = fc.oneof(
    ...configuration.kinds.map((kind) => ({ weight: WEIGHTS[kind], arbitrary: makers[kind] })),
  )
  return fc.oneof(
    { weight: 12, arbitrary: single.map((step) => [step]) },
    { weight: 1, arbitrary: drawLifetime(makers.preview, configuration) },
    ...drawCourse(configuration, single).map((arbitrary) => ({ weight: COURSE_WEIGHT, arbitrary })),
  )
}

/** What others do to positions, all of it or a part where there are parts. */
const drawLater: fc.Arbitrary<DrawnStep> = fc
  .tuple(
    fc.constantFrom(
      ...Object.entries(LATER_ACTS).flatMap(([protocol, acts]) => acts.map((act) => ({ protocol, act }))),
    ),
    fc.constantFrom(10_000, 5_000, 100, 1),
  )
  .map(([act, shareBps]) => ({
    later: findLaterAct(act.protocol, act.act).extent === 'shareBps' ? { ...act, shareBps } : act,
  }))

/** How many permits back; the last one mostly. */
export const drawBack = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(4) },
)

/** Times at which something changes, or a second beside; a commit lets a second pass. */
const drawTime = ({ boundariesSeconds }: Configuration) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...boundariesSeconds), fc.integer({ min: -3, max: 2 }))
        .map(([seconds, beside]) => Math.max(1, seconds + beside)),
    },
    { weight: 1, arbitrary: fc.constantFrom(1_800, 3_600, 43_200, 82_800, 86_399, 90_001) },
  )

const drawPrice: fc.Arbitrary<DrawnStep> = fc
  .record({
    token: fc.constantFrom(
      {
        symbol: 'WETH',
        usd: ['3000', '3030', '2970', '2900', '3060.01', '2100', '30', '300000', '0.00003', 'none'],
      },
      { symbol: 'USDC', usd: ['1', '0.99', '1.02', '0.9', 'none'] },
      { symbol: 'WBTC', usd: ['60000', '60600', '54000', 'none'] },
      { symbol: 'DAI', usd: ['1', '1.01', '0.97'] },
    ),
    pick: fc.nat(20),
    source: fc.constantFrom(undefined, undefined, 'primary', 'secondary'),
    age: fc.constantFrom(undefined, undefined, undefined, '23h', '86400s', '25h', '26h'),
  })
  .map(({ token: { symbol, usd }, pick, source, age }) => ({
    price: {
      [symbol]: usd[pick % usd.length],
      ...(source === undefined ? {} : { source }),
      ...(age === undefined ? {} : { age }),
    },
  }))

/** A permit that is used at the end of its life, as both clocks or one of them shows it. */
function drawLifetime(
  preview: fc.Arbitrary<DrawnStep>,
  { boundariesSeconds: [ttlSeconds = 60] }: Configuration,
): fc.Arbitrary<readonly DrawnStep[]> {
  const advance = (seconds: number): DrawnStep => ({ advance: `${seconds}s` })
  const waits = [
    ...[-1, 0, 1].map((beside) => [advance(ttlSeconds + beside)]),
    [advance(ttlSeconds - 0.001)],
    ...[-1, 0].map((beside) => [advance(ttlSeconds - 3), { skew: { wall: `${3 + beside}s` } }]),
    ...[-1, 0].map((beside) => [{ skew: { wall: '-3s' } }, advance(ttlSeconds + beside)]),
  ]
  return fc.tuple(preview, fc.constantFrom(...waits)).map(([asked, wait]) => [asked, ...wait, { commit: 0 }])
}
