import { getAddress, type Hex, size, slice } from 'viem'
import { type CallDecoder, type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import type { Call } from '../../core/plan.ts'
import { decodeBundle } from '../../kit/decode-bundle.ts'
import { decodeExactly, decodeParametersExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { accountActionsAbi, executionsParameters } from './abi.ts'

/** Modes of ERC-7579: call type, execution type (revert or try), and 30 bytes that have to be zero. */
const MODE = /^0x(00|01|ff)0[01]0{60}$/

/** Decode what a smart account does for its owner; code run in its place is refused by name. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(accountActionsAbi) }],
  decode(call) {
    const decoded = decodeExactly(accountActionsAbi, call.data)
    if (decoded === undefined) return undefined
    const { functionName, args } = decoded
    if (functionName === 'execute' || functionName === 'executeFromExecutor') {
      return args.length === 3
        ? decodeBundle(call, functionName, [{ to: args[0], valueWei: args[1], data: args[2] }])
        : decodeMode(call, functionName, args[0], args[1])
    }
    if (args.length === 1) return decodeBundle(call, functionName, args[0].map(toCall))
    const [targets, ...rest] = args
    const [values, data] = rest.length === 2 ? rest : [undefined, rest[0]]
    if (data.length !== targets.length || (values && values.length !== targets.length)) return undefined
    return decodeBundle(
      call,
      functionName,
      targets.map((to, index) => ({ to, valueWei: values?.[index] ?? 0n, data: data[index] as Hex })),
    )
  },
}

function decodeMode(call: Call, functionName: string, mode: Hex, data: Hex): DecodedCall | undefined {
  const kind = MODE.exec(mode.toLowerCase())?.[1]
  if (kind === 'ff') return { ...NO_EFFECT, functionName, forbidden: 'delegatecall' }
  if (kind === '00') {
    if (size(data) < 52) return undefined
    const to = getAddress(slice(data, 0, 20))
    const valueWei = BigInt(slice(data, 20, 52))
    const inner = size(data) === 52 ? '0x' : slice(data, 52)
    return decodeBundle(call, functionName, [{ to, valueWei, data: inner }])
  }
  const executions = kind === '01' ? decodeParametersExactly(executionsParameters, data) : undefined
  return executions && decodeBundle(call, functionName, executions[0].map(toCall))
}

const toCall = (execution: {
  readonly target: Call['to']
  readonly value: bigint
  readonly callData: Hex
}): Call => ({ to: execution.target, valueWei: execution.value, data: execution.callData })
