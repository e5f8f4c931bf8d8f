import { isAddressEqual } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../chain/decode-exactly.ts'
import { wethAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

/** Decode `deposit` and `withdraw`. */
export const DECODER: CallDecoder = {
  protocol: PROTOCOL,
  decode(call, { book }) {
    const weth = book.protocols.weth9
    if (weth === undefined || !isAddressEqual(call.to, weth)) return undefined
    const decoded = decodeExactly(wethAbi, call.data)
    if (decoded === undefined) return undefined
    const tokens = [NATIVE_TOKEN, weth]
    if (decoded.functionName === 'deposit') {
      const outflows = [{ token: NATIVE_TOKEN, amountBaseUnits: call.valueWei }]
      return { ...NO_EFFECT, functionName: 'deposit', outflows, tokens }
    }
    if (call.valueWei !== 0n) return undefined
    const outflows = [{ token: weth, amountBaseUnits: decoded.args[0] }]
    return { ...NO_EFFECT, functionName: 'withdraw', outflows, tokens }
  },
}
