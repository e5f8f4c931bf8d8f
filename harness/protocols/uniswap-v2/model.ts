import type { PositionChange, Trade } from '../../vocabulary/intent.ts'
import { modelAddLiquidity } from '../../vocabulary/kinds/add-liquidity.ts'
import { modelSwap, readTrade, SLIPPAGE_RANGE } from '../../vocabulary/kinds/swap.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'
import type { TradeTerms } from '../../vocabulary/terms.ts'
import { quoteTrade } from './model/quote-trade.ts'

const TRADE_REFUSALS = ['QUOTE_FAILED', 'PAIR_NOT_FOUND']

/** Liquidity may not be there, or be too little to bring anything. */
const LIQUIDITY_REFUSALS = [
  'ZERO_AMOUNT',
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'PAIR_NOT_FOUND',
  'LIQUIDITY_NOT_HELD',
  'INSUFFICIENT_LIQUIDITY',
]

/** What goes in from one token is quoted first. */
const ZAP_REFUSALS = ['ZERO_AMOUNT', 'SAME_TOKEN', 'UNKNOWN_TOKEN', ...TRADE_REFUSALS]

/** More than anybody has. */
const BEYOND = 2n ** 128n

const take = (terms: TradeTerms): Pick<Trade, 'quote' | 'refusals'> => ({
  refusals: TRADE_REFUSALS,
  quote: (ports) => quoteTrade(terms, ports),
})

const taxed: KindModel = {
  category: 'trading',
  needs: ['tokenIn', 'tokenOut', 'amountInBaseUnits'],
  ranges: { ...SLIPPAGE_RANGE, transferFeeInBps: [0, 10_000], transferFeeOutBps: [0, 10_000] },
  means(request) {
    const path = [request.token('tokenIn'), request.token('tokenOut')]
    const terms = { exact: 'input', path, amount: request.amount('amountInBaseUnits') } as const
    return readTrade(terms, request, take)
  },
}

const change = (
  request: RequestReader,
  part: Pick<PositionChange, 'change' | 'classes'> & Partial<PositionChange>,
): PositionChange => ({
  kind: 'position',
  gives: [],
  toleranceBps: Number(request.params.slippageBps ?? 50),
  refusals: LIQUIDITY_REFUSALS,
  ...part,
})

/** The pool that it goes to may not be there, or nothing of the pair be held. */
const MIGRATION_REFUSALS = [...LIQUIDITY_REFUSALS, 'NOT_FOUND', 'INVALID_PARAMS']

const ADDED = ['new-position', 'increase-position'] as const

/** Swaps in pairs of a product of reserves, and shares of such pairs, by the protocol's documentation. */
export const MODEL: ProtocolModel = {
  kinds: {
    swap: modelSwap('input', { take }),
    'swap-exact-output': modelSwap('output', { take }),
    'swap-fee-on-transfer': taxed,
    'add-liquidity': withClasses(modelAddLiquidity({ ranges: {}, refusals: LIQUIDITY_REFUSALS })),
    'zap-in': {
      category: 'lp',
      needs: ['tokenIn', 'otherToken', 'amountInBaseUnits', 'venue'],
      ranges: SLIPPAGE_RANGE,
      means(request) {
        const most = request.amount('amountInBaseUnits')
        return change(request, {
          change: 'increase',
          classes: ADDED,
          // How much of the other token is bought and goes in follows from the reserves.
          gives: [
            { token: request.token('tokenIn'), amount: { least: 0n, most } },
            { token: request.token('otherToken'), amount: { least: 0n, most: BEYOND } },
          ],
          gets: [request.token('otherToken')],
          refusals: ZAP_REFUSALS,
        })
      },
    },
    'remove-pair-liquidity': {
      category: 'lp',
      needs: ['tokenA', 'tokenB', 'shareBps'],
      ranges: { ...SLIPPAGE_RANGE, shareBps: [1, 10_000] },
      means: (request) =>
        change(request, {
          change: 'decrease',
          classes: ['decrease-position', 'close-position'],
          gets: [request.token('tokenA'), request.token('tokenB')],
        }),
    },
    'migrate-liquidity': {
      category: 'lp',
      needs: ['venue'],
      ranges: { ...SLIPPAGE_RANGE, shareBps: [1, 10_000], feeTier: [1, 1_000_000], rangeTicks: [1, 887_272] },
      means(request) {
        const tokens = ['tokenA', 'tokenB'].map((name) => request.symbolOf(String(request.venue[name])))
        return change(request, {
          // A position opens with what stood in the pair; what of it the range does not take stays.
          change: 'set',
          classes: ['new-position'],
          gives: tokens.map((token) => ({ token, amount: { least: 0n, most: BEYOND } })),
          gets: tokens,
          refusals: MIGRATION_REFUSALS,
        })
      },
    },
  },
}

/** A pair has one position of an account: what is added to it is one that opens, or one that grows. */
function withClasses(model: KindModel): KindModel {
  const { means } = model
  if (means === 'unforeseen') return model
  return {
    ...model,
    means(request) {
      const intent = means(request)
      return intent.kind === 'position' ? { ...intent, change: 'increase', classes: ADDED } : intent
    },
  }
}
