import { callOf } from '../../vocabulary/intent.ts'
import { exactly } from '../../vocabulary/interval.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'

/** The symbols of the native coin and of its wrapped form. */
const coins = ({ book, symbolOf }: RequestReader) =>
  [book.nativeSymbol, symbolOf(book.wrappedNative ?? 'no wrapped coin')] as const

const model = (isWrap: boolean): KindModel => ({
  category: 'trading',
  needs: ['amountBaseUnits'],
  means(request) {
    const [native, wrapped] = coins(request)
    const amount = request.amount('amountBaseUnits')
    return callOf({
      kind: 'convert',
      ...(isWrap ? { from: native, to: wrapped } : { from: wrapped, to: native }),
      amount,
    })
  },
})

/** What is bought may find no market, or one that is too dear. */
const REFUEL_REFUSALS = [
  'ZERO_AMOUNT',
  'INVALID_PARAMS',
  'UNKNOWN_TOKEN',
  'SAME_TOKEN',
  'QUOTE_FAILED',
  'POOL_NOT_FOUND',
  'NEED_NOT_FILLED',
  'NEED_OUT_OF_BOUNDS',
  'NEED_FILL_FAILED',
]

/** What is bought is unwrapped and paid to the operator, each of which has to be held before. */
const refuel: KindModel = {
  category: 'wallet',
  needs: ['token', 'amountBaseUnits', 'mostInBaseUnits'],
  means(request) {
    const [native, wrapped] = coins(request)
    const amount = exactly(request.amount('amountBaseUnits'))
    const token = request.token('token')
    return {
      kind: 'position',
      change: 'open',
      gives: [
        ...(token === wrapped
          ? []
          : [{ token, amount: { least: 0n, most: request.amount('mostInBaseUnits') } }]),
        { token: wrapped, amount },
        { token: native, amount },
      ],
      gets: [wrapped, native],
      paysOperator: true,
      isBoundByAmount: true,
      toleranceBps: 0,
      refusals: REFUEL_REFUSALS,
    }
  },
}

/** WETH9 gives one for one, both ways. */
export const MODEL: ProtocolModel = { kinds: { wrap: model(true), unwrap: model(false), refuel } }
