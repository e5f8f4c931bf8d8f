import * as fc from 'fast-check'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'
import { ORIGIN_ORDERS } from '../../../tools/protocols/pendle-v2/origin-orders.ts'
import { FRESH_PRICES, inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { CallTerms, Course, DrawnStep, KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'
import { allow, encode } from './hand-made.ts'

const PROTOCOL = 'pendle-v2'
const { market, laterMarket } = BASE.addresses[1]
const NO_MARKET = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** Sometimes an account that is no market. */
const anyMarket = fc.constantFrom<string>(market, market, market, market, laterMarket, NO_MARKET)
const anySlippage = fc.constantFrom({}, { slippageBps: 100 })

/** DAI has twelve decimals more than the amounts that are drawn. */
const FINER = 10n ** 12n

const pay: KindDraw = {
  draw: ({ modestUsdc }) =>
    fc
      .tuple(modestUsdc, anyMarket, anySlippage)
      .map(([usdc, of, slippage]) => ({ market: of, amountBaseUnits: `${usdc * FINER}`, ...slippage })),
  params: ({ units, slippageBps }) => ({ market, amountBaseUnits: units('DAI'), slippageBps }),
}

const giveUp = (after: string, part = 2n): KindDraw => ({
  after,
  draw: ({ modestUsdc }) =>
    fc.tuple(modestUsdc, anyMarket).map(([usdc, of]) => ({
      market: of,
      amountBaseUnits: `${(usdc * FINER) / part}`,
    })),
  params: ({ units, slippageBps }) => ({ market, amountBaseUnits: units('DAI', 0.5), slippageBps }),
})

const KINDS: ProtocolDraw['kinds'] = {
  'pendle-mint-sy': {
    draw: ({ modestUsdc }) => modestUsdc.map((usdc) => ({ amountBaseUnits: `${usdc * FINER}` })),
    params: ({ units }) => ({ amountBaseUnits: units('DAI') }),
  },
  'pendle-redeem-sy': {
    after: 'pendle-mint-sy',
    draw: ({ modestUsdc }) => modestUsdc.map((usdc) => ({ amountBaseUnits: `${(usdc * FINER) / 2n}` })),
    params: ({ units }) => ({ amountBaseUnits: units('DAI', 0.5) }),
  },
  'pendle-mint-py': pay,
  'pendle-redeem-py': giveUp('pendle-mint-py'),
  'pendle-redeem-matured-pt': giveUp('pendle-mint-py'),
  'pendle-buy-pt': pay,
  'pendle-sell-pt': giveUp('pendle-buy-pt'),
  'pendle-buy-yt': pay,
  'pendle-sell-yt': giveUp('pendle-mint-py'),
  'pendle-swap-pt-for-yt': giveUp('pendle-mint-py', 20n),
  'pendle-swap-yt-for-pt': giveUp('pendle-mint-py'),
  'pendle-add-liquidity': pay,
  'pendle-add-liquidity-keep-yt': pay,
  'pendle-remove-liquidity': giveUp('pendle-add-liquidity', 4n),
  'pendle-exit-market': {
    after: 'pendle-mint-py',
    draw: () => anyMarket.map((of) => ({ market: of })),
    params: () => ({ market }),
  },
  'pendle-claim-yield': {
    after: 'pendle-mint-py',
    draw: () => anyMarket.map((of) => ({ market: of })),
    params: () => ({ market }),
  },
  'pendle-roll-pt': {
    after: 'pendle-buy-pt',
    draw: ({ modestUsdc }) =>
      modestUsdc.map((usdc) => ({
        from: market,
        to: laterMarket,
        amountBaseUnits: `${(usdc * FINER) / 2n}`,
      })),
    params: ({ units }) => ({ from: market, to: laterMarket, amountBaseUnits: units('DAI', 0.5) }),
  },
  'fill-order': {
    after: 'pendle-mint-py',
    draw: () =>
      fc.constantFrom(...Object.values(ORIGIN_ORDERS)).map(({ order, signature }) => ({
        signature,
        venue: { protocol: PROTOCOL, order },
      })),
  },
  'cancel-order': { undrawn: 'the account answers for no limit order as its maker' },
}

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })
const later = (name: string, more: object): DrawnStep => ({
  later: { protocol: PROTOCOL, act: name, ...more },
})

const part = (usdc: bigint, of: bigint) => ({ market, amountBaseUnits: `${(usdc * FINER) / of}` })

const COURSES: readonly Course[] = [
  {
    opens: 'pendle-mint-py',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('pendle-mint-py', part(usdc, 1n)),
          oneOf([], [later('yield', { shareBps: 50 })], [later('loss', { shareBps: 50 })]),
          oneOf(
            [],
            [act('pendle-claim-yield', { market })],
            [act('pendle-sell-pt', part(usdc, 3n))],
            [act('pendle-sell-yt', part(usdc, 3n))],
            [act('pendle-redeem-py', part(usdc, 3n))],
            [act('pendle-swap-yt-for-pt', part(usdc, 3n))],
            [act('pendle-swap-pt-for-yt', part(usdc, 200n))],
          ),
          act('pendle-exit-market', { market }),
        ),
      ),
  },
  {
    opens: 'pendle-buy-pt',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('pendle-buy-pt', part(usdc, 1n)),
          oneOf(
            [
              act('pendle-roll-pt', {
                from: market,
                to: laterMarket,
                amountBaseUnits: `${(usdc * FINER) / 2n}`,
              }),
            ],
            [later('maturity', {}), FRESH_PRICES, act('pendle-redeem-matured-pt', part(usdc, 2n))],
          ),
        ),
      ),
  },
  {
    opens: 'pendle-mint-sy',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('pendle-mint-sy', { amountBaseUnits: `${usdc * FINER}` }),
          oneOf([], [later('yield', { shareBps: 50 })]),
          act('pendle-redeem-sy', { amountBaseUnits: `${(usdc * FINER) / 2n}` }),
        ),
      ),
  },
]

const shape =
  (encoded: (terms: CallTerms) => ReturnType<typeof encode.buyPt>, pays = false) =>
  (terms: CallTerms) => {
    const { router } = BASE.on(terms.book)
    return [...(pays ? [allow(terms.book, terms.amount)] : []), terms.call(router, encoded(terms))]
  }

/** Tokens of the origin's markets, and calls of the router past every tool. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  courses: COURSES,
  shapes: {
    'split-to': shape(({ book, amount, account }) => encode.split(book, amount, account), true),
    'buy-pt-to': shape(({ book, amount, account }) => encode.buyPt(book, amount, account), true),
    'wrap-to': shape(({ book, amount, account }) => encode.wrap(book, amount, account), true),
  },
  spenders: ['pendle-v2.router'],
}
