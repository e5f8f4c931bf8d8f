import { type Address, getAddress, type Hex } from 'viem'
import type { Interfaces } from '../../tools/core/interfaces.ts'
import type { RecordFrame } from '../record/record.ts'
import { type Describing, describeCall, describeReturned, type RawCall } from './describe-call.ts'
import { describeLog, type RawLog } from './describe-log.ts'

/** A frame of the node's call tracer. */
export interface RawFrame {
  readonly type: string
  readonly from: Address
  readonly to?: Address
  readonly value?: Hex
  readonly gasUsed: Hex
  readonly input: Hex
  readonly output?: Hex
  readonly error?: string
  readonly calls?: readonly RawFrame[]
  readonly logs?: readonly RawLog[]
}

/** What frames are described with. */
export interface DescribingFrames extends Describing {
  readonly interfaces: Pick<Interfaces, 'explainRevert'>
}

/** Characters up to which an answer that is no error is told: an array of prices and the like says nothing to people. */
const MAX_OUTPUT_LENGTH = 2 + 2 * 128

/** The same for one whose members have names: the round of a price feed has 160 bytes. */
const MAX_RETURNED_LENGTH = 2 + 2 * 256

/** Describe a call tree by the interfaces of the protocols. */
export function describeFrame(raw: RawFrame, describing: DescribingFrames): RecordFrame {
  const { type, from, to, value = '0x0', gasUsed, output = '0x', error, calls = [], logs = [] } = raw
  const isCreation = type.startsWith('CREATE')
  // Borrowed code runs with the value of the call around it, and moves none.
  const valueWei = type === 'DELEGATECALL' ? 0n : BigInt(value)
  const call = { to, valueWei, data: isCreation ? ('0x' as const) : raw.input }
  // The calls that it carries are frames of their own.
  const { calls: _, ...own } = describeCall(call, describing)
  describing.names.meet(from)
  return {
    type,
    from: getAddress(from),
    ...own,
    gasUsed: BigInt(gasUsed).toString(),
    ...(error === undefined ? {} : { error: explainError(error, output, describing) }),
    ...(error === undefined ? describeAnswer(raw, call, describing) : output === '0x' ? {} : { output }),
    ...(logs.length > 0 ? { logs: logs.map((log) => describeLog(log, describing)) } : {}),
    ...(calls.length > 0 ? { calls: calls.map((inner) => describeFrame(inner, describing)) } : {}),
  }
}

/** Describe what came back of a call that went well. */
function describeAnswer(
  { type, output = '0x' }: RawFrame,
  call: RawCall,
  describing: Describing,
): Pick<RecordFrame, 'returned' | 'output'> {
  // What is created answers with its code, which says nothing to people.
  if (output === '0x' || type.startsWith('CREATE')) return {}
  const returned =
    output.length <= MAX_RETURNED_LENGTH ? describeReturned(call, output, describing) : undefined
  if (returned) return { returned }
  return output.length <= MAX_OUTPUT_LENGTH ? { output } : {}
}

/** Say why a call failed: what the node calls it, and what was answered. */
export const explainError = (
  error: string,
  output: Hex,
  { interfaces }: Pick<DescribingFrames, 'interfaces'>,
): string => (output === '0x' ? error : `${error}: ${interfaces.explainRevert(output)}`)
