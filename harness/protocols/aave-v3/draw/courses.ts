import * as fc from 'fast-check'
import { type DrawnToken, worthOf, writeWorth } from '../../../vocabulary/amounts.ts'
import { FRESH_PRICES, inTurn, oneOf, passTime } from '../../../vocabulary/courses.ts'
import type { Course, DrawnStep } from '../../../vocabulary/draw.ts'
import { BORROWERS, DELEGATOR } from '../borrowers.ts'

const PROTOCOL = 'aave-v3'
const VENUE = { protocol: PROTOCOL }
const LOOP = { ...VENUE, collateral: 'WETH', debt: 'USDC' }
const HEDGE = { collateral: 'USDC', debt: 'WETH', slippageBps: 100 }

/** The token of variable debt in USDC, at which credit in it is delegated. */
const USDC_DEBT = '0xC96113eED8cAB59cD8A66813bCB0cEb29F06D2e4'

/** What is supplied and what is owed against it; the origin lets nobody borrow WBTC beside something else. */
const PAIRS: readonly (readonly [DrawnToken, DrawnToken])[] = [
  ['WETH', 'USDC'],
  ['WETH', 'USDC'],
  ['WETH', 'DAI'],
  ['DAI', 'USDC'],
  ['USDC', 'WETH'],
]

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })
const on = (kind: string, token: DrawnToken, usdc: bigint, venue: object = VENUE): DrawnStep =>
  act(kind, { token, amount: writeWorth(usdc, token), venue })
const all = (kind: string, token: DrawnToken): DrawnStep =>
  act(kind, { token, everything: true, venue: VENUE })
const later = (name: string, more: object = {}): DrawnStep => ({
  later: { protocol: PROTOCOL, act: name, ...more },
})
const unitsOf = (usdc: bigint, token: DrawnToken) => worthOf(usdc, token).toString()

/** Ways to go on with a debt of half of what is supplied. */
const meanwhile = (supplied: DrawnToken, owed: DrawnToken, usdc: bigint) =>
  oneOf(
    [],
    [act('set-emode', { eModeCategory: 1, leastHealthFactor: '1' })],
    [act('set-collateral', { token: supplied, enabled: false, leastHealthFactor: '1' })],
    // It is paid with what was supplied of the very token.
    [
      on('supply', owed, usdc / 4n),
      act('repay-with-collateral', { token: owed, amount: writeWorth(usdc / 5n, owed) }),
    ],
    [
      act('swap-debt', {
        from: owed,
        to: 'DAI',
        amountBaseUnits: unitsOf(usdc / 5n, owed),
        slippageBps: 100,
      }),
    ],
    [
      act('swap-collateral', {
        from: supplied,
        to: 'DAI',
        amountBaseUnits: unitsOf(usdc / 5n, supplied),
        slippageBps: 100,
      }),
    ],
    [on('borrow', owed, usdc)],
  )

/** Lend, owe and leave, at rest and in trouble. */
export const COURSES: readonly Course[] = [
  {
    opens: 'supply',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(fc.constantFrom<DrawnToken>('USDC', 'DAI', 'WETH', 'WBTC'), modestUsdc)
        .chain(([token, usdc]) =>
          inTurn(
            on('supply', token, usdc),
            passTime(PROTOCOL),
            oneOf(
              [],
              [act('claim-rewards', {})],
              [act('set-collateral', { token, enabled: false, leastHealthFactor: '1' })],
              [act('set-emode', { eModeCategory: 1, leastHealthFactor: '1' })],
            ),
            oneOf([on('withdraw', token, usdc / 2n)], [on('supply', token, usdc)]),
            all('withdraw', token),
          ),
        ),
  },
  {
    opens: 'supply-native',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('supply-native', { amount: writeWorth(usdc, 'ETH') }),
          passTime(PROTOCOL),
          act('withdraw-native', { amount: writeWorth(usdc / 2n, 'ETH') }),
        ),
      ),
  },
  {
    opens: 'borrow',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(fc.constantFrom(...PAIRS), modestUsdc)
        .chain(([[supplied, owed], usdc]) =>
          inTurn(
            on('supply', supplied, usdc),
            on('borrow', owed, usdc / 2n),
            passTime(PROTOCOL),
            meanwhile(supplied, owed, usdc),
            on('repay', owed, usdc / 4n),
            all('repay', owed),
            all('withdraw', supplied),
          ),
        ),
  },
  {
    // As much as the owner's least health allows; a fifth less for the collateral makes it unsound.
    opens: 'borrow',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(modestUsdc, fc.constantFrom('2650', '2400'), fc.constantFrom(10_000, 5_000, 100))
        .chain(([usdc, price, shareBps]) =>
          inTurn(
            on('supply', 'WETH', usdc),
            on('borrow', 'USDC', (usdc * 74n) / 100n, { ...VENUE, leastHealthFactor: '1.1' }),
            { price: { WETH: price } },
            oneOf([later('liquidate', { shareBps })], [on('borrow', 'USDC', usdc / 50n)]),
            on('repay', 'USDC', usdc / 4n),
            oneOf([], [FRESH_PRICES]),
            all('repay', 'USDC'),
            all('withdraw', 'WETH'),
          ),
        ),
  },
  {
    opens: 'open-leverage',
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, fc.constantFrom(15_000, 20_000)).chain(([usdc, leverageBps]) =>
        inTurn(
          act('open-leverage', {
            amountBaseUnits: unitsOf(usdc / 2n, 'WETH'),
            leverageBps,
            slippageBps: 100,
            venue: LOOP,
          }),
          passTime(PROTOCOL),
          act('deleverage', { slippageBps: 100, venue: { ...LOOP, targetHealthFactor: '3' } }),
          act('close-leverage', { slippageBps: 100, venue: LOOP }),
        ),
      ),
  },
  {
    opens: 'open-hedge',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('open-hedge', {
            ...HEDGE,
            collateralBaseUnits: unitsOf(usdc, 'USDC'),
            deltaBaseUnits: unitsOf(usdc / 3n, 'WETH'),
          }),
          ...[5n, 2n].map((part) =>
            act('adjust-hedge', { ...HEDGE, deltaBaseUnits: unitsOf(usdc / part, 'WETH') }),
          ),
          all('repay', 'WETH'),
        ),
      ),
  },
  {
    opens: 'borrow-on-behalf',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) => {
        const calls = [
          { to: 'WETH', function: 'approve(address,uint256)', args: ['aave-v3.pool', '10 WETH'] },
          {
            to: 'aave-v3.pool',
            function: 'supply(address,uint256,address,uint16)',
            args: ['WETH', '10 WETH', 'trader', 0],
          },
          { to: USDC_DEBT, function: 'approveDelegation(address,uint256)', args: ['cage', '10000 USDC'] },
        ]
        return inTurn(
          // Who traded all of it away has nothing left to supply.
          { outsider: { actor: 'trader', calls, reverts: 'either' } },
          act('borrow-on-behalf', { token: 'USDC', amount: writeWorth(usdc, 'USDC'), delegator: DELEGATOR }),
        )
      }),
  },
  {
    opens: 'liquidate-account',
    draw: ({ modestUsdc }) =>
      modestUsdc.map((usdc) => [
        act('liquidate-account', {
          borrower: BORROWERS.unsound,
          amountBaseUnits: unitsOf(usdc, 'USDC'),
          venue: { ...VENUE, collateral: 'WBTC', debt: 'USDC' },
        }),
      ]),
  },
]
