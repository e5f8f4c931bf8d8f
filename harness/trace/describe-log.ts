import { type Address, getAddress, type Hex } from 'viem'
import { readArguments } from '../../tools/core/event-logs.ts'
import type { RecordLog } from '../record/record.ts'
import { describeArguments } from './describe-arguments.ts'
import type { Describing } from './describe-call.ts'

/** A log as bytes. */
export interface RawLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Describe a log by the interfaces of the protocols; what none of them knows keeps its topics and its bytes. */
export function describeLog({ address, topics, data }: RawLog, { index, names }: Describing): RecordLog {
  names.meet(address)
  const head = { emitter: getAddress(address) }
  const [topic] = topics
  for (const { item, isToken } of topic === undefined ? [] : index.events(topic, address)) {
    // The same event may have other members indexed in another token.
    if (item.inputs.filter(({ indexed }) => indexed).length !== topics.length - 1) continue
    const values = readArguments(item, { topics, data })
    if (values === undefined) continue
    return {
      ...head,
      event: item.name,
      arguments: describeArguments(item.inputs, values, names, isToken ? address : undefined),
    }
  }
  return { ...head, topics, ...(data === '0x' ? {} : { data }) }
}
