import type { PositionChange, Trade } from '../../vocabulary/intent.ts'
import { modelAddLiquidity, modelPosition } from '../../vocabulary/kinds/add-liquidity.ts'
import { DEFAULT_SLIPPAGE_BPS, modelSwap, readTrade, SLIPPAGE_RANGE } from '../../vocabulary/kinds/swap.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'
import type { TradeTerms } from '../../vocabulary/terms.ts'
import { findDepositor, findOwner } from './model/find-owner.ts'
import { quoteTrade } from './model/quote-trade.ts'
import { CALLS } from './model/read-calls.ts'

/** What a fee can be, in hundredths of a basis point. */
const FEE_RANGE = [1, 1_000_000] as const
const QUOTE_REFUSALS = ['QUOTE_FAILED', 'POOL_NOT_FOUND']

/** A position may not be there, not be the account's, not be empty, or be too small. */
const POSITION_REFUSALS = [
  'ZERO_AMOUNT',
  'SAME_TOKEN',
  'INVALID_RANGE',
  'POOL_NOT_FOUND',
  'POSITION_NOT_FOUND',
  'POSITION_NOT_OWNED',
  'POSITION_NOT_EMPTY',
  'INSUFFICIENT_LIQUIDITY',
  'INVALID_PARAMS',
]

/** A trade through pools of these fees; without any, through whichever pays best. */
const takeThrough = (
  terms: TradeTerms,
  feeTiers: readonly number[] | undefined,
): Pick<Trade, 'quote' | 'refusals'> => ({
  refusals: QUOTE_REFUSALS,
  quote: (ports, way) => quoteTrade(terms, ports, (way as typeof feeTiers) ?? feeTiers),
})

const swapVenue = {
  ranges: { feeTier: FEE_RANGE },
  take: (terms: TradeTerms, { venue: { feeTier } }: RequestReader) =>
    takeThrough(terms, feeTier === undefined ? undefined : [Number(feeTier)]),
}

const multiHop: KindModel = {
  category: 'trading',
  trait: 'multi-hop',
  needs: ['tokens', 'amountInBaseUnits'],
  ranges: { ...SLIPPAGE_RANGE, feeTiers: FEE_RANGE },
  means(request) {
    const path = (request.params.tokens as readonly string[]).map((name) => request.symbolOf(name))
    const tiers = request.venue.feeTiers as readonly number[] | undefined
    const terms = { exact: 'input', path, amount: request.amount('amountInBaseUnits') } as const
    return readTrade(terms, request, () => takeThrough(terms, tiers?.map(Number)))
  },
}

/** An exact output along a path whose tiers are all named. */
const multiHopOutput: KindModel = {
  category: 'trading',
  trait: 'multi-hop',
  needs: ['tokens', 'feeTiers', 'amountOutBaseUnits'],
  ranges: { ...SLIPPAGE_RANGE, feeTiers: FEE_RANGE },
  means(request) {
    const path = (request.params.tokens as readonly string[]).map((name) => request.symbolOf(name))
    const tiers = (request.params.feeTiers as readonly number[]).map(Number)
    const terms = { exact: 'output', path, amount: request.amount('amountOutBaseUnits') } as const
    return readTrade(terms, request, () => takeThrough(terms, tiers))
  },
}

/** A position beside the price, of one token alone. */
const rangeOrder: KindModel = {
  category: 'lp',
  needs: ['tokenIn', 'tokenOut', 'feeTier', 'amountInBaseUnits', 'price'],
  ranges: { ...SLIPPAGE_RANGE, feeTier: FEE_RANGE, widthSpacings: [1, 1_000] },
  means: ({ params, token, amount }) => ({
    kind: 'position',
    change: 'open',
    gives: [{ token: token('tokenIn'), amount: { least: 0n, most: amount('amountInBaseUnits') } }],
    // The position becomes the other token as the price passes through it.
    gets: [token('tokenOut')],
    toleranceBps: Number(params.slippageBps ?? DEFAULT_SLIPPAGE_BPS),
    refusals: POSITION_REFUSALS,
  }),
}

/** How much is swapped and goes in depends on every tick between, or on what others paid in fees. */
const unforeseen: KindModel = { category: 'lp', needs: [], means: 'unforeseen' }

const position = (change: PositionChange['change']): KindModel =>
  modelPosition(change, { refusals: POSITION_REFUSALS, findOwner })

const STAKER_REFUSALS = [
  ...POSITION_REFUSALS,
  'UNKNOWN_TOKEN',
  'INCENTIVE_NOT_FOUND',
  'INCENTIVE_NOT_OPEN',
  'POSITION_NOT_STAKED',
  'STAKES_UNKNOWN',
]

/** A position that goes to the staker, or comes back: what it is worth stays where it was, so that none grows. */
const staked = (
  change: PositionChange['change'],
  toleranceBps: number,
  needs: readonly string[],
  classes?: PositionChange['classes'],
): KindModel => ({
  category: 'lp',
  needs,
  means: ({ params }) => ({
    kind: 'position',
    change,
    ...(classes ? { classes } : {}),
    gives: [],
    toleranceBps,
    refusals: STAKER_REFUSALS,
    findOwner: (ports) => findDepositor(params.positionId, ports),
  }),
})

/** The operator pays gas for others to use; nothing of the agent's moves. */
const OPERATE: KindModel = {
  category: 'lp',
  needs: [],
  means: () => ({ kind: 'operate', class: 'close-position' }),
}

/** Swaps through pools of concentrated liquidity, and positions in them, by the protocol's documentation. */
export const MODEL: ProtocolModel = {
  kinds: {
    swap: modelSwap('input', swapVenue),
    'swap-exact-output': modelSwap('output', swapVenue),
    'swap-multi-hop': multiHop,
    'swap-multi-hop-exact-output': multiHopOutput,
    // How much it takes depends on every tick between both prices.
    'swap-to-price': { category: 'trading', needs: [], means: 'unforeseen' },
    'create-pool': { ...OPERATE, needs: ['venue'] },
    'grow-oracle': OPERATE,
    'add-liquidity': modelAddLiquidity({ ranges: { feeTier: FEE_RANGE }, refusals: POSITION_REFUSALS }),
    'increase-liquidity': position('increase'),
    'remove-liquidity': position('decrease'),
    'collect-fees': position('collect'),
    'burn-position': position('close'),
    'close-liquidity': position('close'),
    'range-order': rangeOrder,
    'liquidity-ladder': {
      ...modelAddLiquidity({ ranges: { feeTier: FEE_RANGE, rungs: [2, 8] }, refusals: POSITION_REFUSALS }),
      needs: ['tokenA', 'tokenB', 'feeTier', 'amountABaseUnits', 'amountBBaseUnits', 'rungs'],
    },
    'compound-fees': unforeseen,
    'rebalance-liquidity': unforeseen,
    'stake-liquidity': staked('set', 0, ['positionId', 'incentive'], ['increase-position']),
    // What it earned meanwhile comes in, or nothing does.
    'unstake-liquidity': staked('close', 100, ['positionId'], ['close-position', 'decrease-position']),
    'claim-incentive-rewards': {
      category: 'lp',
      needs: ['rewardToken'],
      means: ({ token }) => ({
        kind: 'position',
        change: 'collect',
        gives: [],
        gets: [token('rewardToken')],
        toleranceBps: 0,
        refusals: STAKER_REFUSALS,
      }),
    },
    'zap-in': unforeseen,
    'zap-out': unforeseen,
  },
  calls: CALLS,
}
