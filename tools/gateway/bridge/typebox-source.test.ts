import { expect, test } from 'vitest'
import { writeTypeBox } from './typebox-source.ts'

test.each([
  [{ type: 'string', minLength: 1, description: 'd' }, 'Type.String({ "minLength": 1, "description": "d" })'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'Type.Number({ "exclusiveMinimum": 0 })'],
  [{ type: 'integer' }, 'Type.Integer()'],
  [{ type: 'boolean', default: true }, 'Type.Boolean({ "default": true })'],
  [{ type: 'null' }, 'Type.Null()'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 2 }, 'Type.Array(Type.String(), { "maxItems": 2 })'],
  [{ enum: ['a', 1, true] }, 'Type.Enum(["a", 1, true])'],
  [{ type: 'string', enum: ['a', 'b'] }, 'Type.Enum(["a", "b"], { "type": "string" })'],
  [{ enum: ['a', null] }, 'Type.Union([Type.Enum(["a"]), Type.Null()])'],
  [{ const: 'a', title: 't' }, 'Type.Literal("a", { "title": "t" })'],
  [{ const: null }, 'Type.Null()'],
  [
    { type: ['string', 'null'], minLength: 1, description: 'd' },
    'Type.Union([Type.String({ "minLength": 1 }), Type.Null()], { "description": "d" })',
  ],
  [
    {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } },
      required: ['a'],
      additionalProperties: false,
    },
    'Type.Object({ "a": Type.Object({ "b": Type.Optional(Type.Integer()) }) }, { "additionalProperties": false })',
  ],
  [
    { type: 'object', additionalProperties: { type: 'string' } },
    'Type.Object({}, { "additionalProperties": Type.String() })',
  ],
])('default: %j', (schema, source) => expect(writeTypeBox(schema)).toBe(source))

test.each([
  {},
  { description: 'anything' },
  { minLength: 1 },
  { anyOf: [{ type: 'string' }] },
  { type: 'string', if: {} },
  { type: 'string', enum: ['a', 1] },
  { type: 'string', const: 1 },
  { enum: [{ a: 1 }] },
  { const: [1] },
  { type: 'array', prefixItems: [{}] },
  { type: 'object', required: ['a'] },
  { type: 'object', patternProperties: { '^a': {} } },
  { type: 'file' },
  { type: ['string', 'file'] },
  { type: 'constructor' },
  { type: 'toString' },
  { type: '__proto__' },
  { type: ['string', 'valueOf'], minLength: 1 },
  { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } },
])('behavior: what no builder means stands as it is: %j', (schema) => {
  const [, kept = ''] = /^Type\.Unsafe\((.*)\)$/.exec(writeTypeBox(schema)) ?? []
  expect(JSON.parse(kept)).toEqual(schema)
})

test('behavior: nothing becomes Unknown or Any, whatever is in it', () => {
  const source = writeTypeBox({
    type: 'object',
    properties: { a: true, b: false, c: {}, d: { type: 'array' }, e: { type: 'array', items: false } },
  })
  expect(source).toBe(
    'Type.Object({ "a": Type.Optional(Type.Unsafe({})), "b": Type.Optional(Type.Unsafe({ "not": {} })), ' +
      '"c": Type.Optional(Type.Unsafe({})), "d": Type.Optional(Type.Array(Type.Unsafe({}))), ' +
      '"e": Type.Optional(Type.Array(Type.Unsafe({ "not": {} }))) })',
  )
})
