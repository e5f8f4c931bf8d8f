import { type Abi, type AbiEvent, type Address, erc20Abi, erc721Abi, getAddress, type Hex, size } from 'viem'
import type { ToolContext } from '../core/context.ts'
import { findEvents, readArguments } from '../core/event-logs.ts'
import { type Json, toJson } from '../core/json.ts'
import { HexSchema, Type } from '../core/schema.ts'
import { findKnownAddress } from './known-addresses.ts'

/** What a log means to people. */
export interface ReadableLog {
  readonly emitter: Address
  /** What the book calls the emitter. */
  readonly emitterLabel: string | null
  readonly protocol: string | null
  readonly eventName: string | null
  /** True when the emitter is known to have this interface; otherwise the topic alone suggests it. */
  readonly isCertain: boolean
  readonly args: readonly { readonly name: string; readonly type: string; readonly value: Json }[]
  /** The log as it is, where nothing known explains it. */
  readonly raw: { readonly topics: readonly Hex[]; readonly data: Hex } | null
}

/** Members of the output of tools that decode logs. */
export const READABLE_LOG = {
  emitterLabel: Type.Union([Type.String(), Type.Null()]),
  protocol: Type.Union([Type.String(), Type.Null()]),
  eventName: Type.Union([Type.String(), Type.Null()]),
  isCertain: Type.Boolean(),
  args: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), value: Type.Unknown() })),
  raw: Type.Union([Type.Object({ topics: Type.Array(HexSchema), data: HexSchema }), Type.Null()]),
}

/** What tokens announce, fungible or not. */
const TOKEN_EVENTS: Abi = [...erc20Abi, ...erc721Abi].filter(({ type }) => type === 'event')

/** Most bytes that are decoded: what is longer keeps its bytes. */
const MAX_BYTES = 131_072

interface Log {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Decode a log by the known interfaces, the emitter's own first; what none of them knows keeps its bytes. */
export function readLog(
  { book, interfaces }: Pick<ToolContext, 'book' | 'interfaces'>,
  log: Log,
): ReadableLog {
  const emitter = getAddress(log.address)
  const known = findKnownAddress(book, emitter)
  const head = { emitter, emitterLabel: known?.label ?? null }
  const candidates = [
    ...interfaces.listCandidates(emitter),
    { protocol: 'erc20', abi: TOKEN_EVENTS, isCertain: known?.kind === 'token' },
  ]
  for (const { protocol, abi, isCertain } of size(log.data) > MAX_BYTES ? [] : candidates) {
    for (const event of findEvents(abi, log.topics[0])) {
      const args = decodeAs(event, log)
      if (args) return { ...head, protocol, eventName: event.name, isCertain, args, raw: null }
    }
  }
  const { topics, data } = log
  return { ...head, protocol: null, eventName: null, isCertain: false, args: [], raw: { topics, data } }
}

/** Read the arguments of a log as those of an event; undefined when it is another one. */
function decodeAs(event: AbiEvent, { topics, data }: Log): ReadableLog['args'] | undefined {
  // Tokens of other kinds index other members of the same event.
  if (event.inputs.filter(({ indexed }) => indexed).length !== topics.length - 1) return undefined
  const values = readArguments(event, { topics, data })
  return values?.map((value, at) => ({
    name: event.inputs[at]?.name || `${at}`,
    type: event.inputs[at]?.type ?? '',
    value: toJson(value),
  }))
}
