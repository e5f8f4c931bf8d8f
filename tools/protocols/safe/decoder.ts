import { getAddress, type Hex, size, slice } from 'viem'
import { type CallDecoder, type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import type { Call } from '../../core/plan.ts'
import { decodeBundle } from '../../kit/decode-bundle.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { multiSendAbi, safeActionsAbi } from './abi.ts'

/** A call with the operation by which a Safe makes it. */
interface Operation {
  readonly operation: number
  readonly call: Call
}

/** Bytes of a packed transaction before its data: operation, target, value, length. */
const HEADER_BYTES = 1 + 20 + 32 + 32

const actionsAbi = [...safeActionsAbi, ...multiSendAbi] as const

/** Decode what a Safe or a MultiSend does for the account; code run in its place is refused by name. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(actionsAbi) }],
  decode(call) {
    const decoded = decodeExactly(actionsAbi, call.data)
    if (decoded === undefined) return undefined
    if (decoded.functionName === 'multiSend') {
      const operations = unpack(decoded.args[0])
      return operations && decodeOperations(call, 'multiSend', operations)
    }
    const [to, valueWei, data, operation] = decoded.args
    // A refund pays the sender of the transaction out of the Safe.
    if (decoded.functionName === 'execTransaction' && decoded.args[6] !== 0n) return undefined
    return decodeOperations(call, decoded.functionName, [{ operation, call: { to, valueWei, data } }])
  },
}

function decodeOperations(
  call: Call,
  functionName: string,
  operations: readonly Operation[],
): DecodedCall | undefined {
  if (operations.some(({ operation }) => operation > 1)) return undefined
  if (operations.some(({ operation }) => operation === 1)) {
    return { ...NO_EFFECT, functionName, forbidden: 'delegatecall' }
  }
  return decodeBundle(
    call,
    functionName,
    operations.map((operation) => operation.call),
  )
}

/** Unpack the transactions of `multiSend`: every byte has to belong to one. */
function unpack(packed: Hex): Operation[] | undefined {
  const operations: Operation[] = []
  const end = size(packed)
  let at = 0
  while (at < end) {
    if (at + HEADER_BYTES > end) return undefined
    const length = BigInt(slice(packed, at + 53, at + 85))
    const start = at + HEADER_BYTES
    if (BigInt(start) + length > BigInt(end)) return undefined
    const next = start + Number(length)
    operations.push({
      operation: Number(slice(packed, at, at + 1)),
      call: {
        to: getAddress(slice(packed, at + 1, at + 21)),
        valueWei: BigInt(slice(packed, at + 21, at + 53)),
        data: next === start ? '0x' : slice(packed, start, next),
      },
    })
    at = next
  }
  return operations
}
