import * as fc from 'fast-check'
import type { DrawScope, KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'
import { SHAPES } from './draw/call-shapes.ts'
import { COURSES } from './draw/courses.ts'
import { MARKET_TERMS } from './market-terms.ts'
import { ORIGIN_MARKETS, ORIGIN_VAULT } from './markets.ts'

const MARKETS = Object.entries(MARKET_TERMS).map(([market, tokens]) => ({ market, ...tokens }))
type Drawn = (typeof MARKETS)[number]

/** An id that no market has. */
const NO_MARKET = `0x${'11'.repeat(32)}`

/** Mostly the first market, so that acts meet each other there. */
const anyMarket = fc.constantFrom(
  ...MARKETS.flatMap((one, index) => (index === 0 ? [one, one, one, one] : [one])),
)

const inMarket =
  (draw: (market: Drawn, scope: DrawScope) => fc.Arbitrary<object>): KindDraw['draw'] =>
  (scope) =>
    anyMarket.chain((market) => draw(market, scope).map((params) => ({ ...params })))

const venueOf = (market: string, more = {}) => ({ venue: { protocol: 'morpho-blue', market, ...more } })

/** Sometimes a market that is none. */
const anyVenue = ({ market }: Drawn, more = {}) =>
  fc.constantFrom(market, market, market, market, market, market, NO_MARKET).map((id) => venueOf(id, more))

const join = (...parts: readonly fc.Arbitrary<object>[]): fc.Arbitrary<object> =>
  fc.tuple(...parts).map((members) => Object.assign({}, ...members))

const anyLtv = fc.constantFrom({}, { maxLtvBps: 5_000 }, { maxLtvBps: 7_800 }, { maxLtvBps: 8_600 })
const anySlippage = fc.constantFrom({}, { slippageBps: 100 })
/** What is posted and borrowed stays small beside what the origin's markets hold. */
const ofCollateral = ({ collateral }: Drawn) =>
  collateral === 'WETH' ? ['0.1 WETH', '1 WETH', '4 WETH'] : ['0.01 WBTC', '0.1 WBTC']
const ofLoan = ({ loan }: Drawn) => [`10 ${loan}`, `100 ${loan}`, `2000 ${loan}`]
/** Collateral's market, and the token that it takes. */
const inWhich = ({ market, collateral }: Drawn) => ({ market, token: collateral })
const amount = (amounts: readonly string[]) => fc.constantFrom(...amounts).map((drawn) => ({ amount: drawn }))

/** An amount, or all that there is. */
const drawSome = ({ amountOf }: DrawScope, { loan: token }: Drawn) =>
  fc.oneof(
    { weight: 2, arbitrary: amountOf(token).map((drawn) => ({ token, amount: drawn })) },
    { weight: 1, arbitrary: fc.constant({ token, everything: true }) },
  )

const [FIRST] = MARKETS as [Drawn, ...Drawn[]]
const plain = venueOf(FIRST.market)
const [FIRST_MARKET] = ORIGIN_MARKETS

const KINDS: ProtocolDraw['kinds'] = {
  supply: {
    often: 2,
    draw: inMarket((market, { amountOf }) =>
      join(
        amountOf(market.loan).map((drawn) => ({ token: market.loan, amount: drawn })),
        anyVenue(market),
      ),
    ),
    params: ({ units }) => ({ token: 'USDC', amountBaseUnits: units('USDC'), ...plain }),
  },
  withdraw: {
    after: 'supply',
    draw: inMarket((market, scope) => join(drawSome(scope, market), anyVenue(market))),
    params: ({ units }) => ({ token: 'USDC', amountBaseUnits: units('USDC', 0.5), ...plain }),
  },
  'supply-collateral': {
    often: 2,
    draw: inMarket((market) =>
      amount(ofCollateral(market)).map((drawn) => ({ ...inWhich(market), ...drawn })),
    ),
    params: ({ units }) => ({ market: FIRST.market, token: 'WETH', amountBaseUnits: units('WETH') }),
  },
  'withdraw-collateral': {
    after: 'supply-collateral',
    draw: inMarket((market) =>
      join(
        fc.oneof(amount(ofCollateral(market)), fc.constant({ everything: true })),
        anyLtv,
        fc.constant(inWhich(market)),
      ),
    ),
    params: ({ units }) => ({ market: FIRST.market, amountBaseUnits: units('WETH', 0.5) }),
  },
  borrow: {
    after: 'supply-collateral',
    draw: inMarket((market) =>
      join(
        amount(ofLoan(market)),
        anyLtv.chain((ltv) => anyVenue(market, ltv)),
        fc.constant({ token: market.loan }),
      ),
    ),
    params: ({ units }) => ({ token: 'USDC', amountBaseUnits: units('USDC', 0.5), ...plain }),
  },
  repay: {
    after: 'borrow',
    draw: inMarket((market) =>
      join(
        fc.oneof(amount(ofLoan(market)), fc.constant({ everything: true })),
        anyVenue(market),
        fc.constant({ token: market.loan }),
      ),
    ),
    params: () => ({ token: 'USDC', everything: true, ...plain }),
  },
  'open-leverage': {
    draw: inMarket((market) =>
      join(
        amount(ofCollateral(market)),
        fc.constantFrom({ leverageBps: 15_000 }, { leverageBps: 30_000 }),
        anySlippage,
        anyVenue(market),
      ),
    ),
    params: ({ units, slippageBps }) => ({
      amountBaseUnits: units('WETH'),
      leverageBps: 15_000,
      slippageBps,
      ...plain,
    }),
  },
  deleverage: {
    after: 'open-leverage',
    draw: inMarket((market) =>
      join(
        anySlippage,
        fc.constantFrom(0, 1_000, 5_000).chain((targetLtvBps) => anyVenue(market, { targetLtvBps })),
      ),
    ),
    params: ({ slippageBps }) => ({ slippageBps, ...venueOf(FIRST.market, { targetLtvBps: 1_000 }) }),
  },
  'close-leverage': {
    after: 'open-leverage',
    draw: inMarket((market) => join(anySlippage, anyVenue(market))),
    params: ({ slippageBps }) => ({ slippageBps, ...plain }),
  },
  'liquidate-account': {
    draw: inMarket((market) =>
      join(
        amount(ofLoan(market)),
        anyVenue(market),
        fc.constantFrom({ borrower: 'trader' }, { borrower: 'lp' }),
      ),
    ),
    params: ({ units, account }) => ({ borrower: account, amountBaseUnits: units('USDC'), ...plain }),
  },
  'pull-liquidity': {
    draw: () =>
      fc.constantFrom('10000000', '1000000000').map((amountBaseUnits) => ({
        market: FIRST.market,
        vault: ORIGIN_VAULT,
        amountBaseUnits,
      })),
    params: ({ units }) => ({
      market: FIRST.market,
      vault: ORIGIN_VAULT,
      amountBaseUnits: units('USDC'),
    }),
  },
  'revoke-manager': {
    draw: () => fc.constantFrom('stranger', 'attacker').map((manager) => ({ manager })),
    params: ({ account }) => ({ manager: account }),
  },
  'create-market': {
    draw: () =>
      fc.constantFrom(7_700, 8_600, 9_000).map((lltvBps) => ({
        loanToken: 'USDC',
        collateralToken: 'WETH',
        oracle: FIRST_MARKET?.oracle,
        lltvBps,
      })),
  },
}

/** Lending in the origin's markets, and calls of Morpho past every tool. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  courses: COURSES,
  shapes: SHAPES,
  spenders: ['morpho-blue.morpho'],
}
