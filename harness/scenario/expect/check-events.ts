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
        Object.entries(fields).every(
          ([key, value]) => (event as unknown as Record<string, Json>)[key] === value,
        ),
    )
    if (index < 0) {
      report(
        'expect.events',
        `${kind} ${toCanonicalJson(fields)}`,
        found.map((event) => event.kind).join(', '),
      )
      return
    }
    position = index + 1
  }
}
