import type { PositionChange } from '../../vocabulary/intent.ts'
import { exactly } from '../../vocabulary/interval.ts'
import { SLIPPAGE_RANGE } from '../../vocabulary/kinds/swap.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'

/** What SY of the origin counts in. */
const ASSET = 'DAI'

/** The market may be none, have matured, hold too little or give too little; the account may have too little. */
const REFUSALS = [
  'PENDLE_NOT_FOUND',
  'PENDLE_MATURED',
  'PENDLE_NOT_MATURED',
  'PENDLE_NO_TRADE',
  'PENDLE_NOTHING_DUE',
  'INSUFFICIENT_LIQUIDITY',
  'ZERO_AMOUNT',
  'INVALID_PARAMS',
  'SAME_TOKEN',
]

/** Time until it is mined, and the router's search, move what comes out. */
const TRADE_BPS = 3

const ENTERED: PositionChange['classes'] = ['new-position', 'increase-position']
const LEFT: PositionChange['classes'] = ['decrease-position', 'close-position']
const TURNED: PositionChange['classes'] = [...ENTERED, 'rebalance', ...LEFT]

type Meaning = Pick<PositionChange, 'change' | 'classes'> & Partial<PositionChange>

const kind = (needs: readonly string[], means: (request: RequestReader) => Meaning): KindModel => ({
  category: 'yield',
  needs,
  ranges: SLIPPAGE_RANGE,
  means: (request) => ({
    kind: 'position',
    gives: [],
    toleranceBps: TRADE_BPS,
    isBoundByAmount: true,
    refusals: REFUSALS,
    ...means(request),
  }),
})

/** Pays the asset for tokens of a market. */
const enter = (riskTier: 'layer2' | 'layer3' = 'layer2', needs = ['market', 'amountBaseUnits']) =>
  kind(needs, ({ amount }) => ({
    change: 'increase',
    classes: ENTERED,
    gives: [{ token: ASSET, amount: exactly(amount('amountBaseUnits')) }],
    riskTier,
  }))

/** Gives tokens of a market up for the asset. */
const leave = (needs = ['market', 'amountBaseUnits']) =>
  kind(needs, () => ({ change: 'decrease', classes: LEFT, gets: [ASSET] }))

/** Turns tokens of a market into others. */
const turn = (riskTier: 'layer2' | 'layer3', needs = ['market', 'amountBaseUnits']) =>
  kind(needs, () => ({ change: 'increase', classes: TURNED, riskTier }))

/** Yield that is split and traded, by Pendle's documentation (https://docs.pendle.finance). */
export const MODEL: ProtocolModel = {
  kinds: {
    'pendle-mint-sy': enter('layer2', ['amountBaseUnits']),
    'pendle-redeem-sy': leave(['amountBaseUnits']),
    'pendle-mint-py': enter(),
    'pendle-redeem-py': leave(),
    'pendle-redeem-matured-pt': leave(),
    'pendle-buy-pt': enter(),
    'pendle-sell-pt': leave(),
    'pendle-buy-yt': enter('layer3'),
    'pendle-sell-yt': leave(),
    'pendle-swap-pt-for-yt': turn('layer3'),
    'pendle-swap-yt-for-pt': turn('layer2'),
    'pendle-add-liquidity': enter(),
    'pendle-add-liquidity-keep-yt': enter('layer3'),
    'pendle-remove-liquidity': leave(),
    'pendle-exit-market': leave(['market']),
    'pendle-claim-yield': kind(['market'], () => ({ change: 'collect', classes: LEFT, gets: [ASSET] })),
    'pendle-roll-pt': turn('layer2', ['from', 'to', 'amountBaseUnits']),
    // What an order brings and costs its maker chose, and whether it holds is its router's to say.
    'fill-order': { category: 'yield', needs: ['signature', 'venue'], means: 'unforeseen' },
    'cancel-order': { category: 'yield', needs: ['venue'], means: 'unforeseen' },
  },
}
