import * as fc from 'fast-check'
import { numberToHex } from 'viem'
import { type DrawnToken, writeWorth } from '../../../vocabulary/amounts.ts'
import { FRESH_PRICES, inTurn, oneOf, passTime } from '../../../vocabulary/courses.ts'
import type { Course, DrawnStep } from '../../../vocabulary/draw.ts'
import { MARKET_TERMS } from '../market-terms.ts'
import { ORIGIN_MARKETS } from '../markets.ts'

const PROTOCOL = 'morpho-blue'
const MARKETS = Object.entries(MARKET_TERMS).map(([market, tokens]) => ({ market, ...tokens }))
const anyMarket = fc.constantFrom(...MARKETS)
const [FIRST] = MARKETS as [(typeof MARKETS)[number]]
const [FIRST_ORACLE] = ORIGIN_MARKETS.map(({ oracle }) => oracle)

/** A price at which the trader's debt in the first market is more than its collateral may secure. */
const CRASH = '2000'

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })
const venueOf = (market: string, more: object = {}) => ({ venue: { protocol: PROTOCOL, market, ...more } })
const later = (name: string, shareBps: number): DrawnStep => ({
  later: { protocol: PROTOCOL, act: name, shareBps },
})
const worth = (usdc: bigint, token: DrawnToken) => ({ token, amount: writeWorth(usdc, token) })

const MANAGERS = fc
  .bigInt({ min: 1n << 128n, max: (1n << 160n) - 1n })
  .map((id) => numberToHex(id, { size: 20 }))

/** Lend, owe and leave in one market, at rest and in trouble. */
export const COURSES: readonly Course[] = [
  {
    opens: 'supply',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(anyMarket, modestUsdc)
        .chain(([{ market, loan }, usdc]) =>
          inTurn(
            act('supply', { ...worth(usdc, loan), ...venueOf(market) }),
            passTime(PROTOCOL),
            act('withdraw', { ...worth(usdc / 2n, loan), ...venueOf(market) }),
            act('withdraw', { token: loan, everything: true, ...venueOf(market) }),
          ),
        ),
  },
  {
    opens: 'borrow',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(anyMarket, modestUsdc)
        .chain(([{ market, loan, collateral }, usdc]) =>
          inTurn(
            act('supply-collateral', { market, ...worth(usdc, collateral) }),
            act('borrow', { ...worth(usdc / 2n, loan), ...venueOf(market) }),
            passTime(PROTOCOL),
            oneOf(
              [],
              [act('borrow', { ...worth(usdc / 10n, loan), ...venueOf(market) })],
              [act('withdraw-collateral', { market, ...worth(usdc / 5n, collateral) })],
            ),
            act('repay', { ...worth(usdc / 4n, loan), ...venueOf(market) }),
            act('repay', { token: loan, everything: true, ...venueOf(market) }),
            act('withdraw-collateral', { market, token: collateral, everything: true }),
          ),
        ),
  },
  {
    opens: 'borrow',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(
          modestUsdc,
          fc.constantFrom(
            ['2500', 'liquidate', 10_000],
            ['2400', 'liquidate', 3_333],
            ['2000', 'bad-debt', 10_000],
          ) as fc.Arbitrary<[string, string, number]>,
        )
        .chain(([usdc, [price, name, shareBps]]) =>
          inTurn(
            act('supply-collateral', { market: FIRST.market, ...worth(usdc, 'WETH') }),
            act('borrow', {
              ...worth((usdc * 75n) / 100n, 'USDC'),
              ...venueOf(FIRST.market, { maxLtvBps: 7_800 }),
            }),
            { price: { WETH: price } },
            later(name, shareBps),
            oneOf([], [FRESH_PRICES]),
            act('repay', { token: 'USDC', everything: true, ...venueOf(FIRST.market) }),
            act('withdraw-collateral', { market: FIRST.market, token: 'WETH', everything: true }),
          ),
        ),
  },
  {
    opens: 'open-leverage',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('open-leverage', {
            amount: writeWorth(usdc / 2n, 'WETH'),
            leverageBps: 20_000,
            slippageBps: 100,
            ...venueOf(FIRST.market, { maxLtvBps: 7_000 }),
          }),
          passTime(PROTOCOL),
          act('deleverage', { slippageBps: 100, ...venueOf(FIRST.market, { targetLtvBps: 3_000 }) }),
          act('close-leverage', { slippageBps: 100, ...venueOf(FIRST.market) }),
        ),
      ),
  },
  {
    opens: 'liquidate-account',
    draw: ({ modestUsdc }) =>
      modestUsdc.map((usdc) => [
        { price: { WETH: CRASH } },
        act('liquidate-account', {
          borrower: 'trader',
          amount: writeWorth(usdc, 'USDC'),
          ...venueOf(FIRST.market),
        }),
        FRESH_PRICES,
      ]),
  },
  {
    opens: 'revoke-manager',
    draw: () =>
      MANAGERS.map((manager) => [
        {
          outsider: {
            actor: 'cage',
            calls: [
              {
                to: 'morpho-blue.morpho',
                function: 'setAuthorization(address,bool)',
                args: [manager, true],
              },
            ],
            // Morpho refuses to authorise one twice, which a course that is played again without its end asks.
            reverts: 'either',
          },
        },
        act('revoke-manager', { manager }),
      ]),
  },
  {
    opens: 'create-market',
    draw: () =>
      fc.constantFrom(7_700, 9_150).map((lltvBps) => [
        act('create-market', {
          loanToken: 'USDC',
          collateralToken: 'WETH',
          oracle: FIRST_ORACLE,
          lltvBps,
        }),
      ]),
  },
]
