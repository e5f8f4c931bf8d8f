import { ToolError } from '../../core/errors.ts'
import type { AssayEvent, EventBus } from '../../core/events.ts'
import { type Json, toJson } from '../../core/json.ts'
import { judgeFlow, type Sink } from '../../core/taint.ts'
import type { SafetyStore } from '../store/store.ts'
import { labelOf, type SecretMatcher } from './secrets.ts'

/** What stands in place of a secret; the same for all of them, so that not even the length shows. */
const WITHHELD = '[withheld]'

/** The one way to every sink: it answers the value fit for the sink. */
export interface SinkGuard {
  /** @throws ToolError SECRET_AT_SINK when the value may not go there at all */
  pass<T>(sink: Sink, value: T): T
  /** Make an error fit for its reader; what caused it stays behind. */
  passError(error: ToolError): ToolError
}

/** Create the guard over everything that is secret. */
export function createSinkGuard(secrets: SecretMatcher): SinkGuard {
  const judge = (sink: Sink, value: unknown) => {
    const found = secrets.findAll(value)
    const verdict = found.length === 0 ? 'allow' : judgeFlow(found.map(labelOf), sink)
    return { verdict, label: found[0]?.label ?? '' }
  }
  const isClean = (sink: Sink, value: unknown) => judge(sink, value).verdict === 'allow'

  const redact = (sink: Sink, value: Json): Json => {
    const isCleanHere = (leaf: Json) => isClean(sink, leaf)
    let redacted = redactLeaves(value, isCleanHere, isCleanHere)
    // What no field tells alone, several tell together.
    if (!isClean(sink, redacted)) redacted = redactLeaves(value, isCleanHere, () => false)
    const { verdict, label } = judge(sink, redacted)
    if (verdict === 'allow') return redacted
    throw new ToolError('SECRET_AT_SINK', { label, sink })
  }

  return {
    pass(sink, value) {
      const { verdict, label } = judge(sink, value)
      if (verdict === 'allow') return value
      if (verdict === 'deny') throw new ToolError('SECRET_AT_SINK', { label, sink })
      return redact(sink, toJson(value)) as typeof value
    },
    passError(error) {
      const args = redactArguments(error.args)
      return args === error.args && error.cause === undefined ? error : error.withArguments(args)
    },
  }

  function redactArguments(args: ToolError['args']): ToolError['args'] {
    if (isClean('error-message', args)) return args
    const redacted = Object.fromEntries(
      Object.entries(args).map(([key, value]) => [key, isClean('error-message', value) ? value : WITHHELD]),
    )
    // What no argument tells alone, several tell together.
    if (isClean('error-message', redacted)) return redacted
    return Object.fromEntries(Object.keys(args).map((key) => [key, WITHHELD]))
  }
}

type Judge = (leaf: Json) => boolean

function redactLeaves(value: Json, isCleanKey: Judge, isCleanLeaf: Judge): Json {
  if (Array.isArray(value)) return value.map((member) => redactLeaves(member, isCleanKey, isCleanLeaf))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        isCleanKey(key) ? key : WITHHELD,
        // The kind of an event is a word of ours, and without it the event is none.
        key === 'kind' ? member : redactLeaves(member as Json, isCleanKey, isCleanLeaf),
      ]),
    )
  }
  return value === null || isCleanLeaf(value) ? value : WITHHELD
}

/** Put the guard before a bus: every event passes it; one that cannot be made fit is not sent. */
export const guardEvents = (bus: EventBus, guard: SinkGuard): EventBus => ({
  ...bus,
  emit(event) {
    let fit: AssayEvent
    try {
      fit = guard.pass('event-bus', event)
    } catch {
      return
    }
    bus.emit(fit)
  },
})

/** Put the guard before the audit log of a store. */
export const guardAudit = (store: SafetyStore, guard: SinkGuard): SafetyStore => ({
  ...store,
  appendAudit: (kind, body) => store.appendAudit(kind, guard.pass('log', body)),
})
