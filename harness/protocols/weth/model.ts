import { callOf } from '../../vocabulary/intent.ts'
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

/** WETH9 gives one for one, both ways. */
export const MODEL: ProtocolModel = { kinds: { wrap: model(true), unwrap: model(false) } }
