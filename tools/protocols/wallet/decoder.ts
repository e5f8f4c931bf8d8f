import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'

/** Decode plain transfers of value: empty data, to any address. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: ['none'] }],
  decode(call) {
    if (call.data !== '0x' || call.valueWei <= 0n) return undefined
    return {
      ...NO_EFFECT,
      functionName: 'native transfer',
      outflows: [{ token: NATIVE_TOKEN, amountBaseUnits: call.valueWei }],
      recipients: [call.to],
      tokens: [NATIVE_TOKEN],
    }
  },
}
