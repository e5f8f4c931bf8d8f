import type { KindDraw, PlainTerms } from '../../../vocabulary/draw.ts'
import { BORROWERS, DELEGATOR } from '../borrowers.ts'

type Plain = NonNullable<KindDraw['params']>

const VENUE = { protocol: 'aave-v3' }
const LOOP = { ...VENUE, collateral: 'WETH', debt: 'USDC' }
const HEDGE = { collateral: 'USDC', debt: 'WETH' }

/** What is supplied is of the first token, what is owed of the second; each act leaves room for those that follow. */
const ofSupplied =
  (share = 1): Plain =>
  ({ tokenIn, units }) => ({ token: tokenIn, amountBaseUnits: units(tokenIn, share), venue: VENUE })
const owed = ({ tokenOut, units }: PlainTerms, share: number) => ({
  token: tokenOut,
  amountBaseUnits: units(tokenOut, share),
})
/** Sometimes as much as the venue itself allows. */
const atLeast = ({ slippageBps }: PlainTerms) =>
  slippageBps === 10 ? { ...VENUE, leastHealthFactor: '1' } : VENUE
const looped: Plain = ({ slippageBps }) => ({ slippageBps, venue: LOOP })
/** A tenth of a token becomes what the third is. */
const replaced =
  (which: 'tokenIn' | 'tokenOut'): Plain =>
  (terms) => ({
    from: terms[which],
    to: terms[which] === 'DAI' ? 'USDC' : 'DAI',
    amountBaseUnits: terms.units(terms[which], 0.1),
    slippageBps: terms.slippageBps,
  })

/** Parameters of acts on reserves, by their kind, from terms that are drawn for every kind alike. */
export const PLAIN = {
  supply: ofSupplied(),
  withdraw: ofSupplied(0.5),
  native: ({ units }) => ({ amountBaseUnits: units('ETH', 0.5) }),
  borrow: (terms) => ({ ...owed(terms, 0.4), venue: atLeast(terms) }),
  onBehalf: (terms) => ({ ...owed(terms, 0.4), delegator: DELEGATOR }),
  repay: (terms) => ({ ...owed(terms, 0.2), venue: VENUE }),
  repayWithCollateral: (terms) => owed(terms, 0.1),
  setCollateral: ({ tokenIn, cents }) => ({
    token: tokenIn,
    enabled: cents % 4 === 0,
    leastHealthFactor: '1',
  }),
  setEmode: ({ cents }) => ({ eModeCategory: cents % 3, leastHealthFactor: '1' }),
  swapCollateral: replaced('tokenIn'),
  swapDebt: replaced('tokenOut'),
  openLeverage: (terms) => ({
    ...looped(terms),
    amountBaseUnits: terms.units('WETH', 0.5),
    leverageBps: 15_000,
  }),
  deleverage: ({ slippageBps }) => ({ slippageBps, venue: { ...LOOP, targetHealthFactor: '3' } }),
  closeLeverage: looped,
  openHedge: ({ units, slippageBps }) => ({
    ...HEDGE,
    collateralBaseUnits: units('USDC'),
    deltaBaseUnits: units('WETH', 0.3),
    slippageBps,
  }),
  adjustHedge: ({ units, slippageBps }) => ({ ...HEDGE, deltaBaseUnits: units('WETH', 0.2), slippageBps }),
  nothing: () => ({}),
  liquidate: ({ units }) => ({
    borrower: BORROWERS.unsound,
    amountBaseUnits: units('USDC'),
    venue: { ...VENUE, collateral: 'WBTC', debt: 'USDC' },
  }),
} satisfies Readonly<Record<string, Plain>>
