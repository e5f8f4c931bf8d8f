import { type Address, isAddressEqual } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type CallDecoder, type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../chain/decode-exactly.ts'
import { wethAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

/** Decode `deposit` and `withdraw`. */
export const DECODER: CallDecoder = {
  protocol: PROTOCOL,
  decode(call, { account, book }) {
    const weth = book.protocols.weth9
    if (weth === undefined || !isAddressEqual(call.to, weth)) return undefined
    const decoded = decodeExactly(wethAbi, call.data)
    if (decoded === undefined) return undefined
    if (decoded.functionName === 'deposit') {
      return exchange('deposit', [NATIVE_TOKEN, weth], call.valueWei, account)
    }
    if (call.valueWei !== 0n) return undefined
    return exchange('withdraw', [weth, NATIVE_TOKEN], decoded.args[0], account)
  },
}

/** Whoever makes the call gets what comes in: a contract that makes it for the account keeps it. */
const exchange = (
  functionName: string,
  tokens: readonly [paid: Address, received: Address],
  amountBaseUnits: bigint,
  caller: Address,
): DecodedCall => ({
  ...NO_EFFECT,
  functionName,
  outflows: [{ token: tokens[0], amountBaseUnits }],
  inflows: [tokens[1]],
  recipients: [caller],
  tokens,
})
