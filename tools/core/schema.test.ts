import { describe, expect, test } from 'vitest'
import { findSchemaProblems, Type, toPlainData } from './schema.ts'

describe('toPlainData', () => {
  const nest = (depth: number): unknown => (depth === 0 ? 'x' : [nest(depth - 1)])

  test('default: what is within bounds is copied', () => {
    const given = { kind: 'swap', params: { amount: '1', path: [1, null, true] } }
    const taken = toPlainData(given)
    expect(taken).toEqual(given)
    expect(taken).not.toBe(given)
    expect(toPlainData('9'.repeat(131_072))).toHaveLength(131_072)
    expect(toPlainData(nest(31))).toEqual(nest(31))
  })

  test.each([
    ['text', '9'.repeat(131_073)],
    ['a whole number', 2n ** 131_072n],
    ['bytes', new Uint8Array(131_073)],
    ['members', Array.from({ length: 8_193 }, () => 1)],
    ['places without a member', Array(8_193)],
    ['keys', Object.fromEntries(Array.from({ length: 8_193 }, (_, key) => [key, 1]))],
    ['nesting', nest(33)],
  ])('I45: error: INVALID_PARAMS for too much of it: %s', (_, value) => {
    expect(() => toPlainData({ value })).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
  })

  test('error: INVALID_PARAMS for what may answer differently later', () => {
    expect(() => toPlainData({ answer: () => 1 })).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS' }),
    )
  })
})

describe('findSchemaProblems', () => {
  test.each([
    ['nothing that fits', Type.Unsafe({ type: 'object', properties: { a: false } }), { a: 1 }, '/a'],
    [
      'nothing, by a reference',
      Type.Unsafe({ $defs: { a: false }, properties: { a: { $ref: '#/$defs/a' } } }),
      { a: 1 },
      '/a',
    ],
    ['a closed object', Type.Object({}, { additionalProperties: false }), { a: 1 }, '/'],
    ['a part', Type.Object({ a: Type.Array(Type.String()) }), { a: ['x', 1] }, '/a/1'],
  ])('default: what does not fit has a problem with its place: %s', (_, schema, value, path) => {
    expect(findSchemaProblems(schema, value)).toMatchObject([{ path }])
  })

  test('behavior: unknown keys are named, however many there are', () => {
    const schema = Type.Object({ a: Type.Array(Type.Object({}, { additionalProperties: false })) })
    const keys = Array.from({ length: 20 }, (_, key) => `k/${key}~`)
    const value = { a: [Object.fromEntries(keys.map((key) => [key, 1]))] }
    for (const most of [1, 8, 20, 21]) {
      const unknownKeys = keys.slice(0, most)
      const message = `unknown key ${unknownKeys.map((key) => `"${key}"`).join(', ')}`
      expect(findSchemaProblems(schema, value, most)).toEqual([{ path: '/a/0', message, unknownKeys }])
    }
  })
})
