import type { PositionChange } from '../../vocabulary/intent.ts'
import { exactly } from '../../vocabulary/interval.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'

const STAKED = 'WETH'

/** What is asked for may not be there, or not yet. */
const REFUSALS = [
  'ZERO_AMOUNT',
  'INVALID_PARAMS',
  'UNKNOWN_TOKEN',
  'SAME_TOKEN',
  'NOT_IN_MODEL',
  'NOT_CLAIMABLE_YET',
]
/** What is bought on the way may find no market, or one that is too dear. */
const BUYING_REFUSALS = [
  ...REFUSALS,
  'QUOTE_FAILED',
  'POOL_NOT_FOUND',
  'NEED_NOT_FILLED',
  'NEED_OUT_OF_BOUNDS',
  'NEED_FILL_FAILED',
]

/** What an order that sells or shifts is, and what parking its offer with the keeper may be on top. */
const PARKED: PositionChange['classes'] = [
  'new-position',
  'increase-position',
  'rebalance',
  'decrease-position',
]
const BOUGHT: PositionChange['classes'] = ['new-position', 'increase-position']

const kind = (
  needs: readonly string[],
  change: PositionChange['change'],
  means: (request: RequestReader) => Partial<PositionChange> = () => ({}),
): KindModel => ({
  category: 'testnet',
  needs,
  means: (request) => ({
    kind: 'position',
    change,
    classes: change === 'increase' ? BOUGHT : ['decrease-position', 'close-position'],
    gives: [],
    toleranceBps: 0,
    refusals: REFUSALS,
    ...means(request),
  }),
})

/** Staking that earns, a queue in which what leaves waits for three days, and orders that a keeper fills or nobody. */
export const MODEL: ProtocolModel = {
  kinds: {
    'stake-model': kind(['amountBaseUnits'], 'increase', ({ amount }) => ({
      gives: [{ token: STAKED, amount: exactly(amount('amountBaseUnits')) }],
    })),
    'stake-model-bought': kind(
      ['token', 'amountBaseUnits', 'mostInBaseUnits'],
      'increase',
      ({ token, amount }) => ({
        gives: [
          { token: token('token'), amount: { least: 0n, most: amount('mostInBaseUnits') } },
          { token: STAKED, amount: exactly(amount('amountBaseUnits')) },
        ],
        gets: [STAKED],
        isBoundByAmount: true,
        refusals: BUYING_REFUSALS,
      }),
    ),
    'request-model-exit': kind(['sharesBaseUnits'], 'decrease'),
    'claim-model-exit': kind(['ticket'], 'decrease', () => ({ gets: [STAKED] })),
    'place-model-order': kind(
      ['tokenIn', 'tokenOut', 'amountInBaseUnits', 'leastOutBaseUnits', 'ttlSeconds'],
      'increase',
      ({ token, amount, params, nowSeconds }) => ({
        untilSeconds: nowSeconds + Number(params.ttlSeconds),
        classes: token('tokenOut') === STAKED ? BOUGHT : PARKED,
        gives: [{ token: token('tokenIn'), amount: exactly(amount('amountInBaseUnits')) }],
        gets: [token('tokenOut')],
      }),
    ),
    'cancel-model-order': kind(['order'], 'close'),
  },
}
