import type { Hex } from 'viem'
import type { PositionChange } from '../../vocabulary/intent.ts'
import { exactly } from '../../vocabulary/interval.ts'
import { DEFAULT_SLIPPAGE_BPS, modelSwap, readTrade, SLIPPAGE_RANGE } from '../../vocabulary/kinds/swap.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'
import type { ReadPorts, TradeTerms } from '../../vocabulary/terms.ts'
import { STABLE, WEIGHTED } from './pools.ts'
import { quoteTrade } from './quote-trade.ts'

/** The pool may be none, hold other tokens, refuse so much, or be one of which the account has nothing. */
const REFUSALS = [
  'POOL_NOT_REGISTERED',
  'POOL_KIND_UNKNOWN',
  'POOL_REFUSES',
  'TOKEN_NOT_IN_POOL',
  'INSUFFICIENT_LIQUIDITY',
  'UNKNOWN_TOKEN',
  'ZERO_AMOUNT',
  'INVALID_PARAMS',
]

const ENTERED: PositionChange['classes'] = ['new-position', 'increase-position']
/** Into what carries risk of its own it is a purchase. */
const LEFT: PositionChange['classes'] = [
  'new-position',
  'increase-position',
  'rebalance',
  'decrease-position',
  'close-position',
]

const tokensOf = ({ params }: RequestReader): readonly string[] =>
  params.poolId === WEIGHTED.id ? WEIGHTED.tokens : STABLE.tokens

const slippageOf = ({ params }: RequestReader) => Number(params.slippageBps ?? DEFAULT_SLIPPAGE_BPS)

const leave = (needs: readonly string[], gets: (request: RequestReader) => readonly string[]): KindModel => ({
  category: 'lp',
  needs,
  ranges: { ...SLIPPAGE_RANGE, shareBps: [1, 10_000] },
  means: (request) => ({
    kind: 'position',
    change: 'decrease',
    classes: LEFT,
    gives: [],
    gets: gets(request),
    toleranceBps: slippageOf(request),
    refusals: REFUSALS,
  }),
})

const TRADE_REFUSALS = ['QUOTE_FAILED', 'SAME_TOKEN', 'UNKNOWN_TOKEN', 'ZERO_AMOUNT', 'INVALID_PARAMS']

/** A trade in the pool that is named; without one none is. */
const swapVenue = {
  take: (terms: TradeTerms, { venue: { poolId } }: RequestReader) => ({
    refusals: TRADE_REFUSALS,
    quote: async (ports: ReadPorts) =>
      poolId === undefined ? undefined : quoteTrade(terms, ports, [poolId as Hex]),
  }),
}

/** A trade along a path of pools, of which one side is fixed. */
const batch: KindModel = {
  category: 'trading',
  trait: 'multi-hop',
  needs: ['tokens'],
  ranges: SLIPPAGE_RANGE,
  means(request) {
    const { params } = request
    const path = (params.tokens as readonly string[]).map((token) => request.symbolOf(token))
    const exact = params.amountInBaseUnits === undefined ? 'output' : 'input'
    const amount = request.amount(exact === 'input' ? 'amountInBaseUnits' : 'amountOutBaseUnits')
    return readTrade({ exact, path, amount }, request, (terms) => ({
      refusals: TRADE_REFUSALS,
      quote: (ports) => quoteTrade(terms, ports, params.poolIds as readonly Hex[] | undefined),
    }))
  },
}

/** Trades, shares of pools and balances inside of the Vault, by the protocol's documentation (https://docs-v2.balancer.fi). */
export const MODEL: ProtocolModel = {
  kinds: {
    // The operator pays gas for others to use; nothing of the agent's moves.
    'create-pool': {
      category: 'lp',
      needs: ['venue'],
      means: () => ({ kind: 'operate', class: 'close-position' }),
    },
    swap: modelSwap('input', swapVenue),
    'swap-exact-output': modelSwap('output', swapVenue),
    'swap-batch': batch,
    'join-pool': {
      category: 'lp',
      needs: ['poolId', 'deposits'],
      ranges: SLIPPAGE_RANGE,
      means: (request) => {
        const deposits = request.params.deposits as readonly { token: string; amountBaseUnits: string }[]
        return {
          kind: 'position',
          change: 'increase',
          classes: ENTERED,
          gives: deposits.map(({ token, amountBaseUnits }) => ({
            token: request.symbolOf(token),
            amount: exactly(BigInt(amountBaseUnits)),
          })),
          // A share stands for all tokens of its pool, each of which has to have a price.
          gets: tokensOf(request),
          toleranceBps: slippageOf(request),
          refusals: REFUSALS,
        }
      },
    },
    'exit-pool': leave(['poolId', 'shareBps'], tokensOf),
    'exit-pool-single': leave(['poolId', 'token', 'shareBps'], (request) => [request.token('token')]),
    'internal-balance': {
      category: 'trading',
      needs: ['operation', 'token', 'amountBaseUnits'],
      means: (request) => {
        const token = request.token('token')
        const isDeposit = request.params.operation === 'deposit'
        return {
          kind: 'position',
          change: isDeposit ? 'increase' : 'decrease',
          classes: isDeposit ? ENTERED : LEFT,
          gives: isDeposit ? [{ token, amount: exactly(request.amount('amountBaseUnits')) }] : [],
          gets: isDeposit ? [] : [token],
          toleranceBps: 0,
          refusals: REFUSALS,
        }
      },
    },
  },
}
