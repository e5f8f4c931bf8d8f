import {
  type Abi,
  type AbiEvent,
  type AbiParameter,
  formatLog,
  type Hex,
  type Log,
  type RpcLog,
  toEventSelector,
  decodeEventLog as viemsDecode,
  parseEventLogs as viemsParse,
} from 'viem'
import { decodeAbiParameters } from './decode-abi-parameters.ts'

/** An event, taken apart; members are named by their place. */
interface PreparedEvent {
  readonly isUnnamed: boolean
  /** Those in topics, with what is decoded there: of some a topic holds the hash alone. */
  readonly indexed: readonly {
    readonly at: number
    readonly parameters: readonly AbiParameter[] | undefined
  }[]
  readonly plain: readonly number[]
  readonly plainParameters: readonly AbiParameter[]
}

interface Bytes {
  readonly topics: readonly Hex[]
  readonly data?: Hex
}

/** Events by topic, hashed once an ABI: viem hashes the signature of each at each call. */
const byTopic = new WeakMap<Abi, ReadonlyMap<Hex | undefined, readonly AbiEvent[]>>()

/** List the events of an ABI that have a topic; several differ in what of them is indexed alone. */
export function findEvents(abi: Abi, topic: Hex | undefined): readonly AbiEvent[] {
  let events = byTopic.get(abi)
  if (events === undefined) {
    events = Map.groupBy(
      abi.filter((item) => item.type === 'event'),
      (item) => toEventSelector(item),
    )
    byTopic.set(abi, events)
  }
  return events.get(topic) ?? []
}

const prepared = new WeakMap<AbiEvent, PreparedEvent>()

const isHashed = ({ type }: AbiParameter) =>
  type === 'string' || type === 'bytes' || type === 'tuple' || type.endsWith(']')

function prepare(item: AbiEvent): PreparedEvent {
  const known = prepared.get(item)
  if (known !== undefined) return known
  const places = item.inputs.map((parameter, at) => ({ parameter, at }))
  const plain = places.filter(({ parameter }) => !parameter.indexed)
  const event: PreparedEvent = {
    isUnnamed: item.inputs.some(({ name }) => !name),
    indexed: places
      .filter(({ parameter }) => parameter.indexed)
      .map(({ parameter, at }) => ({ at, parameters: isHashed(parameter) ? undefined : [parameter] })),
    plain: plain.map(({ at }) => at),
    plainParameters: plain.map(({ parameter }) => parameter),
  }
  prepared.set(item, event)
  return event
}

/** Read the bytes of a log as the arguments of an event, in their order; undefined when they are not all that it promises. */
export function readArguments(item: AbiEvent, { topics, data }: Bytes): readonly unknown[] | undefined {
  const { indexed, plain, plainParameters } = prepare(item)
  const values: unknown[] = item.inputs.map(() => undefined)
  try {
    for (const [index, { at, parameters }] of indexed.entries()) {
      const topic = topics[index + 1]
      if (!topic) return undefined
      values[at] = parameters ? decodeAbiParameters(parameters, topic)[0] : topic
    }
    if (plain.length > 0) {
      if (!data || data === '0x') return undefined
      const decoded = decodeAbiParameters(plainParameters, data)
      for (const [index, at] of plain.entries()) values[at] = decoded[index]
    }
  } catch {
    return undefined
  }
  return values
}

/** Read a log as viem shows an event. */
function read(item: AbiEvent, log: Bytes) {
  const values = readArguments(item, log)
  if (values === undefined) return undefined
  const { isUnnamed, indexed, plain } = prepare(item)
  const named = () =>
    Object.fromEntries(
      [...indexed.map(({ at }) => at), ...plain].map((at) => [item.inputs[at]?.name, values[at]]),
    )
  const args = values.length === 0 ? undefined : isUnnamed ? values : named()
  return { eventName: item.name, args }
}

/** Decode a log, as viem's function of this name does. */
export const decodeEventLog = ((log: Bytes & { readonly abi?: Abi }): unknown => {
  const [item] = log.abi ? findEvents(log.abi, log.topics[0]) : []
  // What is not all that it promises is left to viem, to read in part or to say what is missing.
  return (item && read(item, log)) ?? viemsDecode(log as Parameters<typeof viemsDecode>[0])
}) as typeof viemsDecode

interface Logs {
  readonly abi: Abi
  readonly logs: readonly (Log | RpcLog)[]
  readonly eventName?: string | readonly string[]
  readonly args?: unknown
  readonly strict?: boolean
}

/** Decode the logs that are events of an ABI, as viem's function of this name does. */
export const parseEventLogs = ((asked: Logs): unknown => {
  const { abi, logs, eventName, args, strict = true } = asked
  if (args !== undefined || !strict) return viemsParse(asked as Parameters<typeof viemsParse>[0])
  const names = eventName ? [eventName].flat() : undefined
  return logs.flatMap((log) => {
    for (const item of findEvents(abi, log.topics[0])) {
      const event = read(item, log)
      if (event === undefined) continue
      if (names && !names.includes(event.eventName)) return []
      return [{ ...event, ...(typeof log.blockNumber === 'string' ? formatLog(log as RpcLog) : log) }]
    }
    return []
  })
}) as typeof viemsParse
