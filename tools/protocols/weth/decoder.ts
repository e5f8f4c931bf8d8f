import { type Address, getAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type CallDecoder, type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { wethAbi } from './abi.ts'

/** Decode `deposit` and `withdraw`. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['weth'], selectors: selectorsOf(wethAbi) }],
  decode(call, { account }) {
    const weth = getAddress(call.to)
    const decoded = decodeExactly(wethAbi, call.data)
    if (decoded === undefined) return undefined
    if (decoded.functionName === 'deposit') {
      return exchange('deposit', [NATIVE_TOKEN, weth], call.valueWei, account)
    }
    if (call.valueWei !== 0n) return undefined
    return exchange('withdraw', [weth, NATIVE_TOKEN], decoded.args[0], account)
  },
}

/** The caller gets what comes in: a contract that makes it for the account keeps it. */
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
