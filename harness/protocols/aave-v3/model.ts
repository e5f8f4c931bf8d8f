import { getNamed, giveAll, giveAtMost, modelLending } from '../../vocabulary/kinds/lending.ts'
import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

/** A reserve may not be there, be frozen, be empty or unpriced, leave too little health, or not go with what there is. */
const REFUSALS = [
  'ZERO_AMOUNT',
  'INVALID_PARAMS',
  'UNKNOWN_TOKEN',
  'RESERVE_NOT_FOUND',
  'RESERVE_CLOSED',
  'NOTHING_THERE',
  'HEALTH_FACTOR_TOO_LOW',
  'INSUFFICIENT_LIQUIDITY',
  'UNPRICED_ACCOUNT',
  'NO_PRICE',
  'NOT_COLLATERAL',
  'BORROW_REFUSED',
]

/** What sells on the way may also find no market. */
const SALE_REFUSALS = [
  ...REFUSALS,
  'SAME_TOKEN',
  'QUOTE_FAILED',
  'POOL_NOT_FOUND',
  'NO_ROUTE',
  'NEED_NOT_FILLED',
  'NEED_OUT_OF_BOUNDS',
  'NEED_FILL_FAILED',
]

const NATIVE = 'ETH'

const UP_TO_ANY = { least: 0n, most: 2n ** 200n }

/** Rewards come in by the second. */
const REWARDS_TOLERANCE_BPS = 100

/** What goes through a sale is bounded by what the request names and the prices of the moment. */
const swapped = (name: string): KindModel =>
  modelLending('increase', {
    needs: ['from', 'to', 'amountBaseUnits'],
    classes: ['rebalance', 'new-position', 'increase-position'],
    refusals: SALE_REFUSALS,
    isBoundByAmount: true,
    toleranceBps: 50,
    ...(name === 'swap-debt' ? { riskTier: 'layer3' as const } : {}),
    gives: ({ token }) => [
      { token: token('from'), amount: UP_TO_ANY },
      { token: token('to'), amount: UP_TO_ANY },
    ],
    gets: ({ token }) => [token('from'), token('to')],
  })

/** What rounds of sales move is bounded by the reserves that the venue names. */
const loop = (change: 'increase' | 'decrease', needs: readonly string[]): KindModel =>
  modelLending(change, {
    needs: [...needs, 'venue'],
    classes:
      change === 'increase'
        ? ['new-position', 'increase-position']
        : ['decrease-position', 'close-position', 'rebalance'],
    refusals: SALE_REFUSALS,
    isBoundByAmount: true,
    toleranceBps: 50,
    ...(change === 'increase' ? { riskTier: 'layer3' as const } : {}),
    gives: ({ venue, symbolOf }) =>
      [venue.collateral, venue.debt].map((name) => ({ token: symbolOf(String(name)), amount: UP_TO_ANY })),
    gets: ({ venue, symbolOf }) => [venue.collateral, venue.debt].map((name) => symbolOf(String(name))),
  })

/** A token is owed and sold, or bought and repaid. */
const hedge = (needs: readonly string[]): KindModel =>
  modelLending('increase', {
    category: 'derivatives',
    needs: [...needs, 'collateral', 'debt'],
    classes: ['new-position', 'increase-position', 'rebalance'],
    riskTier: 'layer3',
    refusals: SALE_REFUSALS,
    isBoundByAmount: true,
    toleranceBps: 50,
    gives: ({ token }) => ['collateral', 'debt'].map((name) => ({ token: token(name), amount: UP_TO_ANY })),
    gets: ({ token }) => [token('collateral'), token('debt')],
  })

/** Lending as Aave's documentation has it: supplies earn, debts owe, and health says what may leave. */
export const MODEL: ProtocolModel = {
  kinds: {
    supply: modelLending('increase', {
      needs: ['token', 'amountBaseUnits', 'venue'],
      refusals: REFUSALS,
      gives: giveAll,
    }),
    'supply-native': modelLending('increase', {
      needs: ['amountBaseUnits'],
      refusals: REFUSALS,
      gives: ({ amount }) => [
        { token: NATIVE, amount: { least: amount('amountBaseUnits'), most: amount('amountBaseUnits') } },
      ],
    }),
    withdraw: modelLending('decrease', { needs: ['token', 'venue'], refusals: REFUSALS, gets: getNamed }),
    'withdraw-native': modelLending('decrease', {
      needs: ['amountBaseUnits'],
      refusals: REFUSALS,
      gives: ({ amount }) => [{ token: 'WETH', amount: { least: 0n, most: amount('amountBaseUnits') } }],
      gets: () => [NATIVE],
    }),
    borrow: modelLending('increase', {
      needs: ['token', 'amountBaseUnits', 'venue'],
      riskTier: 'layer3',
      refusals: REFUSALS,
      gets: getNamed,
    }),
    // Who delegates owes it: to the cage something comes in for nothing, to the base unit.
    'borrow-on-behalf': modelLending('decrease', {
      needs: ['token', 'amountBaseUnits', 'delegator'],
      classes: ['increase-position', 'decrease-position'],
      riskTier: 'layer3',
      toleranceBps: 0,
      refusals: REFUSALS,
      gets: getNamed,
    }),
    repay: modelLending('decrease', { needs: ['token', 'venue'], refusals: REFUSALS, gives: giveAtMost }),
    'repay-with-collateral': modelLending('decrease', {
      needs: ['token', 'amountBaseUnits'],
      refusals: REFUSALS,
    }),
    'set-collateral': modelLending('set', {
      needs: ['token', 'enabled'],
      toleranceBps: 0,
      refusals: REFUSALS,
    }),
    'set-emode': modelLending('set', {
      needs: ['eModeCategory'],
      toleranceBps: 0,
      refusals: [...REFUSALS, 'NOT_FOUND'],
    }),
    'swap-collateral': swapped('swap-collateral'),
    'swap-debt': swapped('swap-debt'),
    'open-leverage': loop('increase', ['amountBaseUnits', 'leverageBps']),
    deleverage: loop('decrease', []),
    'close-leverage': loop('decrease', []),
    'open-hedge': hedge(['collateralBaseUnits', 'deltaBaseUnits']),
    'adjust-hedge': hedge(['deltaBaseUnits']),
    'claim-rewards': modelLending('decrease', {
      refusals: REFUSALS,
      toleranceBps: REWARDS_TOLERANCE_BPS,
      gets: () => ['DAI'],
    }),
    // It pays one asset for another, and nothing of it becomes a position.
    'liquidate-account': modelLending('increase', {
      needs: ['borrower', 'amountBaseUnits', 'venue'],
      classes: ['new-position', 'increase-position', 'rebalance'],
      riskTier: 'layer3',
      refusals: [...REFUSALS, 'NOT_LIQUIDATABLE'],
      gives: ({ venue, symbolOf }) => [{ token: symbolOf(String(venue.debt)), amount: UP_TO_ANY }],
      gets: ({ venue, symbolOf }) => [symbolOf(String(venue.collateral))],
    }),
  },
}
