import type { AssayEvent } from '../../../tools/core/events.ts'
import { type Json, toCanonicalJson } from '../../../tools/core/json.ts'
import type { Check } from './judged-step.ts'

/** Hold the events of a step against those that are expected, in their order. */
export const checkEvents: Check = ({ expect, outcome }, report) => {
  const found = outcome.observation?.events ?? []
  let position = 0
  for (const { kind, fields } of expect.events ?? []) {
    const index = found.findIndex(
      (event, at) =>
        at >= position &&
        event.kind === kind &&
        Object.entries(fields).every(([key, value]) => membersOf(event)[key] === value),
    )
    if (index < 0) {
      const alike = found.slice(position).filter((event) => event.kind === kind)
      report(
        'expect.events',
        `${kind} ${toCanonicalJson(fields)}`,
        alike.length > 0
          ? alike.map((event) => describe(event, Object.keys(fields))).join(', ')
          : found.map((event) => event.kind).join(', '),
      )
      return
    }
    position = index + 1
  }
}

const membersOf = (event: AssayEvent) => event as unknown as Readonly<Record<string, Json>>

/** Say what an event has of the members that are expected. */
function describe(event: AssayEvent, keys: readonly string[]): string {
  const { kind, ...members } = membersOf(event)
  const missing = keys.filter((key) => !Object.hasOwn(members, key))
  return missing.length > 0
    ? `${kind} without ${missing.join(', ')} (it has ${Object.keys(members).join(', ')})`
    : `${kind} ${toCanonicalJson(Object.fromEntries(keys.map((key) => [key, members[key] ?? null])))}`
}
