import type { Address } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import type { PositionChange } from '../../vocabulary/intent.ts'
import { modelAddLiquidity, modelPosition } from '../../vocabulary/kinds/add-liquidity.ts'
import { modelSwap, readTrade, SLIPPAGE_RANGE } from '../../vocabulary/kinds/swap.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'
import type { ReadPorts, TradeTerms } from '../../vocabulary/terms.ts'
import { managerAbi } from './contracts.ts'
import { type NamedPool, quoteAlong, quoteTrade } from './model/quote-trade.ts'

/** A position may not be there, not be the account's, or be too small; a pool may not be there, or have its token twice. */
const REFUSALS = [
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'ZERO_AMOUNT',
  'POOL_NOT_INITIALIZED',
  'POSITION_NOT_FOUND',
  'POSITION_NOT_OWNED',
  'INSUFFICIENT_LIQUIDITY',
  'INVALID_PARAMS',
]

const RANGES = { feeTier: [0, 0x800000], tickSpacing: [1, 32_767] } as const

const TRADE_REFUSALS = ['QUOTE_FAILED', 'POOL_NOT_INITIALIZED', 'INVALID_PARAMS']

/** A trade in the pool that is named; without a fee none is. */
const swapVenue = {
  ranges: RANGES,
  take: (terms: TradeTerms, { venue }: RequestReader) => ({
    refusals: TRADE_REFUSALS,
    quote: async (ports: ReadPorts) =>
      venue.feeTier === undefined ? undefined : quoteTrade(terms, ports, venue as unknown as NamedPool),
  }),
}

/** A trade along the pools that are named. */
const multiHop: KindModel = {
  category: 'trading',
  trait: 'multi-hop',
  needs: ['tokens', 'amountInBaseUnits'],
  ranges: SLIPPAGE_RANGE,
  means(request) {
    const path = (request.params.tokens as readonly string[]).map((name) => request.symbolOf(name))
    const pools = request.venue.pools as readonly NamedPool[] | undefined
    const terms = { exact: 'input', path, amount: request.amount('amountInBaseUnits') } as const
    return readTrade(terms, request, () => ({
      refusals: TRADE_REFUSALS,
      quote: async (ports) => (pools === undefined ? undefined : quoteAlong(terms, ports, pools)),
    }))
  },
}

/** How much goes in depends on what others paid in fees. */
const unforeseen: KindModel = { category: 'lp', needs: [], means: 'unforeseen' }

const position = (change: PositionChange['change']): KindModel =>
  modelPosition(change, { refusals: REFUSALS, findOwner })

async function findOwner(positionId: unknown, { client, book }: ReadPorts): Promise<Address | undefined> {
  const address = BASE.find(book)?.positionManager
  if (address === undefined || !/^\d+$/.test(String(positionId))) return undefined
  try {
    const args = [BigInt(String(positionId))] as const
    return await client.readContract({ address, abi: managerAbi, functionName: 'ownerOf', args })
  } catch {
    return undefined
  }
}

/** Positions in pools of one contract, by the protocol's documentation. */
export const MODEL: ProtocolModel = {
  kinds: {
    swap: modelSwap('input', swapVenue),
    'swap-exact-output': modelSwap('output', swapVenue),
    'swap-multi-hop': multiHop,
    'add-liquidity': modelAddLiquidity({ ranges: RANGES, refusals: REFUSALS }),
    'increase-v4-liquidity': position('increase'),
    'decrease-v4-liquidity': position('decrease'),
    'collect-v4-fees': position('collect'),
    'close-v4-liquidity': position('close'),
    'create-v4-pool': { category: 'lp', needs: [], means: 'unforeseen' },
    'compound-v4-fees': unforeseen,
    'rebalance-v4-liquidity': unforeseen,
    'migrate-liquidity': unforeseen,
  },
}
