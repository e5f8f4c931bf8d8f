import type { PositionChange } from '../../vocabulary/intent.ts'
import { exactly } from '../../vocabulary/interval.ts'
import { SLIPPAGE_RANGE } from '../../vocabulary/kinds/swap.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'

/** What both vaults of the origin take. */
const ASSET = 'USDC'

/** The vault may be none, have no room or no liquidity, or give too little. */
const REFUSALS = ['NOT_A_VAULT', 'VAULT_LIMIT', 'VAULT_RATE_WORSE', 'ZERO_AMOUNT', 'INVALID_PARAMS']
const LEAVING_REFUSALS = [...REFUSALS, 'INSUFFICIENT_LIQUIDITY']
/** What is swapped on the way may find no market, or one that is too dear. */
const ZAP_REFUSALS = [
  ...LEAVING_REFUSALS,
  'UNKNOWN_TOKEN',
  'SAME_TOKEN',
  'NO_PRICE',
  'QUOTE_FAILED',
  'POOL_NOT_FOUND',
  'NEED_NOT_FILLED',
  'NEED_OUT_OF_BOUNDS',
  'NEED_FILL_FAILED',
]

/** Yield until it is mined moves what shares are worth. */
const YIELD_BPS = 1
const DEFAULT_SLIPPAGE_BPS = 50
/** More than anybody has. */
const BEYOND = 2n ** 128n

const ENTERED: PositionChange['classes'] = ['new-position', 'increase-position']
const LEFT: PositionChange['classes'] = ['decrease-position', 'close-position']

const kind = (
  needs: readonly string[],
  means: (request: RequestReader) => Pick<PositionChange, 'change'> & Partial<PositionChange>,
): KindModel => ({
  category: 'vault',
  needs,
  means: (request) => ({
    kind: 'position',
    classes: ENTERED,
    gives: [],
    toleranceBps: YIELD_BPS,
    refusals: LEAVING_REFUSALS,
    ...means(request),
  }),
})

const leave: Parameters<typeof kind>[1] = () => ({ change: 'decrease', classes: LEFT, gets: [ASSET] })

const slippageOf = ({ params }: RequestReader) => Number(params.slippageBps ?? DEFAULT_SLIPPAGE_BPS)

/** Shares of vaults, by the standard (https://eips.ethereum.org/EIPS/eip-4626). */
export const MODEL: ProtocolModel = {
  kinds: {
    'vault-deposit': kind(['amountBaseUnits', 'venue'], ({ amount }) => ({
      change: 'increase',
      gives: [{ token: ASSET, amount: exactly(amount('amountBaseUnits')) }],
      refusals: REFUSALS,
    })),
    'vault-mint': kind(['vault', 'sharesBaseUnits'], ({ params, amount }) => ({
      change: 'increase',
      gives: [
        {
          token: ASSET,
          amount: {
            least: 0n,
            most: params.mostAssetsBaseUnits === undefined ? BEYOND : amount('mostAssetsBaseUnits'),
          },
        },
      ],
      refusals: REFUSALS,
    })),
    'vault-withdraw': kind(['amountBaseUnits', 'venue'], leave),
    'vault-redeem': kind(['vault', 'sharesBaseUnits'], leave),
    'vault-exit': kind(['vault'], leave),
    'vault-migrate': kind(['from', 'to', 'amountBaseUnits'], ({ amount }) => ({
      change: 'increase',
      classes: ['new-position', 'increase-position', 'rebalance'],
      gives: [{ token: ASSET, amount: exactly(amount('amountBaseUnits')) }],
      refusals: [...LEAVING_REFUSALS, 'VAULT_ASSETS_DIFFER'],
    })),
    'vault-zap-deposit': {
      ...kind(['vault', 'token', 'amountBaseUnits'], (request) => ({
        change: 'increase',
        gives: [
          { token: request.token('token'), amount: exactly(request.amount('amountBaseUnits')) },
          { token: ASSET, amount: { least: 0n, most: BEYOND } },
        ],
        gets: [ASSET],
        isBoundByAmount: true,
        toleranceBps: slippageOf(request),
        refusals: ZAP_REFUSALS,
      })),
      ranges: SLIPPAGE_RANGE,
    },
    'vault-zap-withdraw': {
      ...kind(['vault', 'token', 'sharesBaseUnits'], (request) => ({
        change: 'decrease',
        // Into what carries risk of its own it is a purchase.
        classes: ['new-position', 'increase-position', 'rebalance', 'decrease-position', 'close-position'],
        gives: [{ token: ASSET, amount: { least: 0n, most: BEYOND } }],
        gets: [ASSET, request.token('token')],
        isBoundByAmount: true,
        toleranceBps: slippageOf(request),
        refusals: ZAP_REFUSALS,
      })),
      ranges: SLIPPAGE_RANGE,
    },
  },
}
