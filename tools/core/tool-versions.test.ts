import { describe, expect, test } from 'vitest'
import { Type } from './schema.ts'
import { defineEarlierShape } from './tool-def.ts'
import { admitParams, versionOf } from './tool-versions.ts'

const closed = { additionalProperties: false } as const
const DAY_MS = 86_400_000
/** A tool whose parameter was renamed twice: version 1 to 2 in March, 2 to 3 in June. */
const TOOL = {
  name: 'data_get_count',
  schemaVersion: 3,
  input: Type.Object({ durationSeconds: Type.Integer() }, closed),
  earlier: [
    defineEarlierShape({
      version: 1,
      supersededAt: '2026-03-01T00:00:00Z',
      input: Type.Object({ minutes: Type.Integer() }, closed),
      upgrade: ({ minutes }) => ({ seconds: minutes * 60 }),
    }),
    defineEarlierShape({
      version: 2,
      supersededAt: '2026-06-01T00:00:00Z',
      input: Type.Object({ seconds: Type.Integer() }, closed),
      upgrade: ({ seconds }) => ({ durationSeconds: seconds }),
    }),
  ],
}
const JUNE = Date.parse('2026-06-01T00:00:00Z')
const MARCH = Date.parse('2026-03-01T00:00:00Z')
const admit = (params: unknown, nowMs = JUNE) => admitParams(TOOL, params, nowMs)

describe('admitParams', () => {
  test('default: parameters of the current version stay as they are, named or not', () => {
    expect(admit({ durationSeconds: 5 })).toEqual({ durationSeconds: 5 })
    expect(admit({ durationSeconds: 5, schemaVersion: 3 })).toEqual({ durationSeconds: 5 })
    expect(versionOf(TOOL)).toBe(3)
    expect(versionOf({})).toBe(1)
  })

  test('behavior: what has an earlier shape, or names an earlier version, is brought through each version since', () => {
    expect(admit({ seconds: 5 })).toEqual({ durationSeconds: 5 })
    expect(admit({ minutes: 5, schemaVersion: 1 }, MARCH)).toEqual({ durationSeconds: 300 })
    expect(admit({ minutes: 5 }, MARCH)).toEqual({ durationSeconds: 300 })
  })

  test.each([
    ['89 days, 23 hours and 59 minutes', 90 * DAY_MS - 60_000, true],
    ['a millisecond less than 90 days', 90 * DAY_MS - 1, true],
    ['exactly 90 days', 90 * DAY_MS, false],
    ['more', 90 * DAY_MS + 1, false],
  ])('behavior: each earlier version has its own window: %s', (_, passedMs, isAccepted) => {
    for (const [params, sinceMs] of [
      [{ seconds: 5 }, JUNE],
      [{ seconds: 5, schemaVersion: 2 }, JUNE],
      [{ minutes: 5 }, MARCH],
    ] as const) {
      const run = () => admit(params, sinceMs + passedMs)
      if (isAccepted) expect(run()).toHaveProperty('durationSeconds')
      else expect(run).toThrow('SCHEMA_VERSION_EXPIRED')
    }
  })

  test('error: SCHEMA_VERSION_EXPIRED says which version is expected, and since when', () => {
    expect(() => admit({ minutes: 5 }, JUNE)).toThrowErrorMatchingInlineSnapshot(`
      [ToolError: SCHEMA_VERSION_EXPIRED: data_get_count: version 1 of its parameters was accepted until 2026-05-30T00:00:00.000Z; version 3 is expected, since 2026-06-01T00:00:00Z
        do: give the parameters as its current schema says]
    `)
  })

  test('error: SCHEMA_VERSION_UNKNOWN for a version that never was', () => {
    for (const schemaVersion of [0, 4, 1.5, '2', null]) {
      expect(() => admit({ durationSeconds: 5, schemaVersion })).toThrow('SCHEMA_VERSION_UNKNOWN')
    }
    expect(() => admit({ durationSeconds: 5, schemaVersion: 4 })).toThrowErrorMatchingInlineSnapshot(`
      [ToolError: SCHEMA_VERSION_UNKNOWN: data_get_count: expected version 3 of its parameters, since 2026-06-01T00:00:00Z, found 4
        do: give the parameters as its current schema says, and leave schemaVersion out]
    `)
  })

  test('error: INVALID_PARAMS for what has no shape that it ever had, or another than it names', () => {
    for (const params of [
      { hours: 5 },
      { seconds: 'five' },
      { durationSeconds: 5, schemaVersion: 2 },
      null,
      [],
    ]) {
      expect(() => admit(params)).toThrow('INVALID_PARAMS')
    }
  })
})
