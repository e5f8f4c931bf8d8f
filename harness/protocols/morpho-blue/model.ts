import { giveAll, giveAtMost, type LendingTerms, modelLending } from '../../vocabulary/kinds/lending.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../vocabulary/kinds/swap.ts'
import type { ProtocolModel, RequestReader } from '../../vocabulary/model.ts'
import { MARKET_TERMS } from './market-terms.ts'

/** A market may not be there, take another token, or not have the amount. */
const MARKET_REFUSALS = [
  'MARKET_NOT_FOUND',
  'INVALID_PARAMS',
  'UNKNOWN_TOKEN',
  'ZERO_AMOUNT',
  'INSUFFICIENT_LIQUIDITY',
]
/** A debt needs a price, and collateral for it. */
const DEBT_REFUSALS = [...MARKET_REFUSALS, 'LTV_TOO_HIGH', 'ORACLE_FAILED']

/** Nobody can say how much, only that it may be something. */
const SOMETHING = { least: 0n, most: 2n ** 128n }

/** Both tokens of a market: rounds borrow and buy, or sell and repay. */
const bothTokens = ({ venue }: RequestReader) => {
  const { loan = '', collateral = '' } = MARKET_TERMS[String(venue.market)] ?? {}
  return [loan, collateral].map((token) => ({ token, amount: SOMETHING }))
}

/** What a loop buys or sells goes through another venue, which may give too little. */
const LOOP: Pick<LendingTerms, 'gives' | 'refusals' | 'toleranceBps' | 'isBoundByAmount'> = {
  gives: bothTokens,
  // What rounds of sales move is bounded by the market's own price.
  isBoundByAmount: true,
  toleranceBps: DEFAULT_SLIPPAGE_BPS,
  refusals: [
    ...DEBT_REFUSALS,
    'QUOTE_FAILED',
    'POOL_NOT_FOUND',
    'NEED_NOT_FILLED',
    'NEED_OUT_OF_BOUNDS',
    'NEED_FILL_FAILED',
  ],
}

/** Lending in isolated markets, by the protocol's documentation (https://docs.morpho.org/learn/concepts/market). */
export const MODEL: ProtocolModel = {
  kinds: {
    supply: modelLending('increase', {
      needs: ['token', 'amountBaseUnits', 'venue'],
      gives: giveAll,
      refusals: MARKET_REFUSALS,
    }),
    withdraw: modelLending('decrease', {
      needs: ['token', 'venue'],
      refusals: MARKET_REFUSALS,
      gets: ({ token }) => [token('token')],
    }),
    'supply-collateral': modelLending('increase', {
      needs: ['market', 'amountBaseUnits'],
      gives: giveAll,
      toleranceBps: 0,
      refusals: MARKET_REFUSALS,
    }),
    'withdraw-collateral': modelLending('decrease', {
      needs: ['market'],
      toleranceBps: 0,
      refusals: DEBT_REFUSALS,
      gets: ({ params }) => [MARKET_TERMS[String(params.market)]?.collateral ?? []].flat(),
    }),
    borrow: modelLending('increase', {
      needs: ['token', 'amountBaseUnits', 'venue'],
      riskTier: 'layer3',
      refusals: DEBT_REFUSALS,
      gets: ({ token }) => [token('token')],
    }),
    repay: modelLending('decrease', {
      needs: ['token', 'venue'],
      // Interest up to the block that it is mined in comes on top.
      gives: (request) => giveAtMost(request).map(({ token }) => ({ token, amount: SOMETHING })),
      refusals: MARKET_REFUSALS,
    }),
    'open-leverage': modelLending('increase', {
      needs: ['amountBaseUnits', 'leverageBps', 'venue'],
      riskTier: 'layer3',
      ...LOOP,
    }),
    deleverage: modelLending('decrease', { needs: ['venue'], ...LOOP }),
    'close-leverage': modelLending('decrease', { needs: ['venue'], ...LOOP }),
    'liquidate-account': modelLending('increase', {
      needs: ['borrower', 'amountBaseUnits', 'venue'],
      riskTier: 'layer3',
      gives: bothTokens,
      refusals: [...DEBT_REFUSALS, 'POSITION_HEALTHY'],
    }),
    'pull-liquidity': modelLending('decrease', {
      needs: ['market', 'vault', 'amountBaseUnits'],
      // The vault's owner sets the fee.
      gives: ({ book }) => [{ token: book.nativeSymbol, amount: SOMETHING }],
      toleranceBps: 0,
      refusals: MARKET_REFUSALS,
    }),
    'revoke-manager': modelLending('set', {
      needs: ['manager'],
      toleranceBps: 0,
      refusals: ['NOT_AUTHORIZED'],
    }),
    'create-market': modelLending('set', {
      needs: ['loanToken', 'collateralToken', 'oracle', 'lltvBps'],
      riskTier: 'layer3',
      toleranceBps: 0,
      refusals: ['MARKET_EXISTS', 'MARKET_TERMS_REFUSED', 'SAME_TOKEN', 'UNKNOWN_TOKEN'],
    }),
  },
}
