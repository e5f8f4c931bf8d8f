import * as fc from 'fast-check'
import { type DrawnToken, writeWorth } from '../../vocabulary/amounts.ts'
import type { DrawScope, KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'
import { BORROWERS, DELEGATOR } from './borrowers.ts'
import { SHAPES } from './draw/call-shapes.ts'
import { COURSES } from './draw/courses.ts'
import { PLAIN } from './draw/plain-params.ts'

const VENUE = { protocol: 'aave-v3' }
const SHORT = { collateral: 'USDC', debt: 'WETH' }
const LOOP = { ...VENUE, collateral: 'WETH', debt: 'USDC' }

/** Assets that are lent and owed, one of them in no reserve. */
const token = fc.constantFrom<DrawnToken>('USDC', 'USDC', 'DAI', 'WETH', 'WETH', 'WBTC', 'NOPRICE')

/** Mostly so little that most limits leave room for it: what stands on it is of interest as well. */
const drawSize = (symbol: DrawnToken, amountOf: DrawScope['amountOf']): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(100n, 300n).map((usd) => writeWorth(usd * 1_000_000n, symbol)) },
    { weight: 1, arbitrary: amountOf(symbol) },
  )

/** An act on an amount of a token. */
const onAmount = (
  more: fc.Arbitrary<Readonly<Record<string, unknown>>>,
): ((scope: DrawScope) => fc.Arbitrary<Readonly<Record<string, unknown>>>) => {
  return ({ amountOf }) =>
    token.chain((symbol) =>
      fc
        .tuple(drawSize(symbol, amountOf), more)
        .map(([amount, others]) => ({ token: symbol, amount, ...others })),
    )
}

/** An amount of a token, or all of it. */
const onAmountOrAll: KindDraw['draw'] = (scope) =>
  fc.oneof(
    onAmount(fc.constant({ venue: VENUE }))(scope),
    token.map((symbol) => ({ token: symbol, everything: true, venue: VENUE })),
  )

const ofNative: KindDraw['draw'] = ({ amountOf }) => drawSize('ETH', amountOf).map((amount) => ({ amount }))

/** A hundredth to all of a coin or of a thousand dollars. */
const swaps: KindDraw['draw'] = () =>
  fc
    .tuple(
      fc.constantFrom(['WETH', 'USDC'], ['USDC', 'DAI'], ['DAI', 'WETH'], ['USDC', 'USDC']),
      fc.constantFrom('10000000', '1000000000', '10000000000000000', '1000000000000000000'),
    )
    .map(([[from, to], amountBaseUnits]) => ({ from, to, amountBaseUnits }))

/** Acts on reserves: what is supplied first, then what stands on it. */
export const DRAW: ProtocolDraw = {
  kinds: {
    supply: { often: 3, draw: onAmount(fc.constant({ venue: VENUE })), params: PLAIN.supply },
    'supply-native': { draw: ofNative, params: PLAIN.native },
    withdraw: { after: 'supply', draw: onAmountOrAll, params: PLAIN.withdraw },
    'withdraw-native': { after: 'supply-native', draw: ofNative, params: PLAIN.native },
    borrow: {
      often: 2,
      after: 'supply',
      draw: onAmount(fc.constantFrom({ venue: VENUE }, { venue: { ...VENUE, leastHealthFactor: '1' } })),
      params: PLAIN.borrow,
    },
    'borrow-on-behalf': {
      draw: onAmount(fc.constant({ delegator: DELEGATOR })),
      params: PLAIN.onBehalf,
    },
    repay: { after: 'borrow', draw: onAmountOrAll, params: PLAIN.repay },
    'repay-with-collateral': {
      after: 'borrow',
      draw: onAmount(fc.constant({})),
      params: PLAIN.repayWithCollateral,
    },
    'set-collateral': {
      after: 'supply',
      params: PLAIN.setCollateral,
      draw: () =>
        fc
          .tuple(token, fc.boolean())
          .map(([symbol, enabled]) => ({ token: symbol, enabled, leastHealthFactor: '1' })),
    },
    'set-emode': {
      after: 'supply',
      params: PLAIN.setEmode,
      draw: () =>
        fc.constantFrom(0, 1, 2).map((eModeCategory) => ({ eModeCategory, leastHealthFactor: '1' })),
    },
    'swap-collateral': { after: 'supply', draw: swaps, params: PLAIN.swapCollateral },
    'swap-debt': { after: 'borrow', draw: swaps, params: PLAIN.swapDebt },
    'open-leverage': {
      params: PLAIN.openLeverage,
      draw: () =>
        fc
          .tuple(
            fc.constantFrom('100000000000000000', '1000000000000000000'),
            fc.constantFrom(12_000, 20_000, 40_000),
          )
          .map(([amountBaseUnits, leverageBps]) => ({ amountBaseUnits, leverageBps, venue: LOOP })),
    },
    deleverage: {
      after: 'open-leverage',
      params: PLAIN.deleverage,
      draw: () =>
        fc
          .constantFrom('1.5', '2', '5')
          .map((targetHealthFactor) => ({ venue: { ...LOOP, targetHealthFactor } })),
    },
    'close-leverage': {
      after: 'open-leverage',
      draw: () => fc.constant({ venue: LOOP }),
      params: PLAIN.closeLeverage,
    },
    'open-hedge': {
      params: PLAIN.openHedge,
      draw: () =>
        fc
          .constantFrom('100000000000000000', '500000000000000000')
          .map((deltaBaseUnits) => ({ ...SHORT, collateralBaseUnits: '3000000000', deltaBaseUnits })),
    },
    'adjust-hedge': {
      after: 'open-hedge',
      params: PLAIN.adjustHedge,
      draw: () =>
        fc
          .constantFrom('0', '200000000000000000', '600000000000000000')
          .map((deltaBaseUnits) => ({ ...SHORT, deltaBaseUnits })),
    },
    'claim-rewards': { after: 'supply', draw: () => fc.constant({}), params: PLAIN.nothing },
    'liquidate-account': {
      params: PLAIN.liquidate,
      draw: ({ amountOf }) =>
        fc
          .tuple(fc.constantFrom(...Object.values(BORROWERS)), amountOf('USDC'))
          .map(([borrower, amount]) => ({
            borrower,
            amount,
            venue: { ...VENUE, collateral: 'WBTC', debt: 'USDC' },
          })),
    },
  },
  courses: COURSES,
  shapes: SHAPES,
}
