import type {
  RecordArgument,
  RecordCall,
  RecordFrame,
  RecordJson,
  RecordLog,
  RecordUnit,
} from '../../../harness/record/record.ts'
import { formatChainTime } from '../../text/format-chain-time.ts'
import { lookUp } from '../../text/look-up.ts'
import { shortenHash } from '../../text/shorten-hash.ts'
import { MOST, viewAmount } from './amount.ts'
import { type NameOf, nameWithin } from './name-of.ts'
import { showText } from './show-text.ts'

const ETHER: RecordUnit = { symbol: 'ETH', decimals: 18 }
const MAX_BYTES_LENGTH = 4000

/** A value under a name: a text, or members. `full` is what copying gives where the text is a short form. */
export interface ViewValue {
  readonly name: string
  readonly text?: string
  readonly full?: string
  readonly baseUnits?: string
  readonly members?: readonly ViewValue[]
}

/** A log, ready to be shown. */
export interface ViewLog {
  readonly emitter: ViewValue
  readonly event: string
  readonly values: readonly ViewValue[]
}

/** A call with those in it, ready to be shown; one of a call tree has gas and what came of it. */
export interface ViewCall {
  readonly target: ViewValue
  readonly function: string
  readonly values: readonly ViewValue[]
  readonly value?: ViewValue
  readonly type?: string
  readonly gas?: string
  readonly error?: string
  readonly logs?: readonly ViewLog[]
  readonly calls: readonly ViewCall[]
}

/** Prepare a call of a plan or of a transaction. */
export const viewCall = (call: RecordCall, nameOf: NameOf): ViewCall => ({
  ...viewHead(call, nameOf),
  calls: (call.calls ?? []).map((inner) => viewCall(inner, nameOf)),
})

/** Prepare a call tree. */
export function viewFrame(frame: RecordFrame, nameOf: NameOf): ViewCall {
  const { type, gasUsed, error, returned, output, logs } = frame
  const head = viewHead(frame, nameOf)
  return {
    ...head,
    values: [
      ...head.values,
      ...viewReturned(returned, nameOf),
      ...(output === undefined ? [] : [viewValue('returned', output, nameOf)]),
    ],
    type: showText(type, 20),
    gas: /^\d+$/.test(gasUsed) ? BigInt(gasUsed).toLocaleString('en-US') : showText(gasUsed, 40),
    ...(error === undefined ? {} : { error: showText(nameWithin(error, nameOf), 400) }),
    ...(logs === undefined ? {} : { logs: logs.map((log) => viewLog(log, nameOf)) }),
    calls: (frame.calls ?? []).map((inner) => viewFrame(inner, nameOf)),
  }
}

/** Prepare a log. */
export const viewLog = (log: RecordLog, nameOf: NameOf): ViewLog => ({
  emitter: viewAddress('', log.emitter, nameOf),
  event: showText(log.event ?? 'an event that no interface knows', 100),
  values: [
    ...viewArguments(log.arguments, nameOf),
    ...(log.topics ?? []).map((topic, at) => viewValue(`topic ${at}`, topic, nameOf)),
    ...(log.data === undefined ? [] : [viewValue('data', log.data, nameOf)]),
  ],
})

function viewHead(call: Omit<RecordCall, 'calls'>, nameOf: NameOf): Omit<ViewCall, 'calls'> {
  const { target, valueWei, selector, data } = call
  return {
    target: target === null ? { name: '', text: 'a new contract' } : viewAddress('', target, nameOf),
    function: showText(call.function ?? selector ?? '', 100),
    values: [
      ...viewArguments(call.arguments, nameOf),
      ...(data === undefined ? [] : [viewValue('data', data, nameOf)]),
    ],
    ...(valueWei === undefined ? {} : { value: viewUnits('value', valueWei, ETHER) }),
  }
}

const viewArguments = (values: readonly RecordArgument[] = [], nameOf: NameOf): ViewValue[] =>
  values.map(({ name, type, value, meaning, units }) =>
    meaning === undefined
      ? viewValue(name === '' ? type : name, value, nameOf, units)
      : { name: showText(name, 60), text: showText(`${meaning} (${String(value)})`, 100) },
  )

/** Prepare what a call returned: one value without a name is itself what was returned. */
function viewReturned(values: readonly RecordArgument[] = [], nameOf: NameOf): ViewValue[] {
  const [only, ...others] = values
  if (only === undefined) return []
  if (others.length === 0 && only.name === '') return [viewValue('returned', only.value, nameOf, only.units)]
  return [{ name: 'returned', members: viewArguments(values, nameOf) }]
}

/** Prepare any value; `units` says of which tokens its amounts are. */
export function viewValue(
  name: string,
  value: RecordJson,
  nameOf: NameOf,
  units: RecordArgument['units'] = {},
): ViewValue {
  const shown = showText(name, 60)
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
    if (members.length === 0) return { name: shown, text: 'none' }
    return {
      name: shown,
      members: members.map(([member, each]) => {
        const unit = lookUp(units, member)
        return viewValue(member, each, nameOf, unit && { '': unit })
      }),
    }
  }
  const text = String(value)
  const unit = units['']
  if (unit !== undefined && /^-?\d+$/.test(text)) return viewUnits(shown, text, unit)
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return viewAddress(shown, text, nameOf)
  if (text === MOST) return { name: shown, text: 'the most there is', full: text }
  if (/^0x[0-9a-fA-F]{24,}$/.test(text)) {
    const bytes = (text.length - 2) / 2
    const short = bytes === 32 ? shortenHash(text) : `${shortenHash(text)} (${bytes} bytes)`
    return { name: shown, text: short, full: showText(text, MAX_BYTES_LENGTH) }
  }
  const time = isTime(name, text) ? formatChainTime(text) : undefined
  return { name: shown, text: showText(time === undefined ? text : `${text} (${time})`) }
}

/** Seconds since 1970, by the name of what they are; fewer digits are a duration, more of them mean never. */
const isTime = (name: string, text: string): boolean =>
  /^(deadline|expiration|timestamp|(started|updated)At)$/i.test(name) && /^\d{10}$/.test(text)

function viewAddress(name: string, address: string, nameOf: NameOf): ViewValue {
  return { name, text: showText(nameOf(address) ?? shortenHash(address), 100), full: showText(address, 100) }
}

const viewUnits = (name: string, baseUnits: string, unit: RecordUnit): ViewValue => ({
  name,
  ...viewAmount(baseUnits, unit),
})
