import { describe, expect, test } from 'vitest'
import { joinErrors } from '../core/errors/join-errors.ts'
import { STACK_ERRORS } from '../core/errors/table.ts'
import { findSchemaProblems, type TSchema } from '../core/schema.ts'
import { GATEWAY_ERRORS } from './errors.ts'
import type { PluginTool } from './plugin.ts'
import { createPluginRegistry } from './registry.ts'

const tool = (more: object = {}): PluginTool =>
  ({
    name: 'echo',
    description: 'Says it again.',
    parameters: { type: 'object', properties: {} },
    execute: async () => ({ content: [] }),
    ...more,
  }) as PluginTool
const register = (more: object) => () => createPluginRegistry().openFor('test').registerTool(tool(more))
const withSchema = (more: object) => ({ parameters: { type: 'object', ...more } })
const coded = (code: string) => expect.objectContaining({ code })

test('default: codes of the gateway are nobody else’s', () => {
  expect(() =>
    joinErrors([
      ['stack', STACK_ERRORS],
      ['gateway', GATEWAY_ERRORS],
    ]),
  ).not.toThrow()
})

describe('registerTool', () => {
  test('I37: what a plugin does with its objects later changes nothing', () => {
    const registry = createPluginRegistry()
    const parameters = { type: 'object', properties: { a: { type: 'string', nullable: true } as object } }
    const given = tool({ parameters })
    registry.openFor('test').registerTool(given)
    parameters.properties.a = {}
    Object.assign(given, { name: 'other', description: 'other' })
    expect(registry.tools.get('echo')).toMatchObject({
      name: 'echo',
      description: 'Says it again.',
      parameters: { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      plugin: 'test',
      isBridged: true,
    })
    expect(Object.isFrozen(registry.tools.get('echo')?.parameters)).toBe(true)
  })

  test.each([
    '',
    'A',
    '1a',
    'a b',
    'a.b',
    '__proto__',
    'a'.repeat(65),
    'é',
    1,
    undefined,
    '../x',
    'a\n',
  ])('error: TOOL_NAME_INVALID for %j', (name) =>
    expect(register({ name })).toThrow(coded('TOOL_NAME_INVALID')))

  test.each([
    ['no description', { description: undefined }],
    ['an empty one', { description: ' ' }],
    ['a long one', { description: 'x'.repeat(2_001) }],
    ['nothing to execute', { execute: 'code' }],
  ])('error: TOOL_TEXT_INVALID for %s', (_, more) => {
    expect(register(more)).toThrow(coded('TOOL_TEXT_INVALID'))
  })

  test.each([
    ['no object', { parameters: 'x' }],
    ['a schema of something else', { parameters: { type: 'string' } }],
    ['a pattern that is none', withSchema({ properties: { a: { type: 'string', pattern: '(' } } })],
    ['an expression', withSchema({ properties: { a: { type: 'string', pattern: /a/ } } })],
    ['a reference out of it', withSchema({ properties: { a: { $ref: 'https://example.com/a' } } })],
    ['a reference to nothing', withSchema({ properties: { a: { $ref: '#/$defs/a' } } })],
    ['an identifier', withSchema({ $id: 'https://example.com/a' })],
    ['a name that every object has', withSchema({ required: ['toString'] })],
    ['a name that no provider takes', withSchema({ properties: { 'a.b': {} } })],
    ['a prototype', { parameters: JSON.parse('{"type":"object","properties":{"__proto__":{}}}') }],
    ['a type that is none', withSchema({ properties: { a: { type: 'file' } } })],
    ['a type that every object has', withSchema({ properties: { a: { type: ['null', 'constructor'] } } })],
    ['no type where one is named', withSchema({ properties: { a: { type: null } } })],
    ['nullable without a type', withSchema({ properties: { a: { nullable: true } } })],
    ['a bound that is none', withSchema({ properties: { a: { type: 'number', maximum: '5' } } })],
    ['a bound in the words of OpenAPI 3.0', withSchema({ properties: { a: { exclusiveMinimum: true } } })],
    ['a length below nothing', withSchema({ properties: { a: { maxLength: -1 } } })],
    ['a pattern that is no text', withSchema({ properties: { a: { pattern: 5 } } })],
    ['a member in place of a list', withSchema({ required: 'a' })],
    ['a list in place of a schema', withSchema({ properties: { a: { not: [{}] } } })],
    ['a list of schemas that is none', withSchema({ allOf: { required: ['a'] } })],
    ['a dynamic reference among dependencies', withSchema({ dependencies: { a: { $dynamicRef: '#' } } })],
    ['a name among dependencies that every object has', withSchema({ dependencies: { a: ['toString'] } })],
    [
      'what is wrong where a reference leads',
      withSchema({ properties: { a: { $ref: '#/components/b' } }, components: { b: { type: 'file' } } }),
    ],
    ['code', withSchema({ default: () => 1 })],
    ['too much of it', withSchema({ description: 'x'.repeat(200_000) })],
    [
      'a circle',
      (() => {
        const circle: Record<string, unknown> = { type: 'object' }
        circle.not = circle
        return { parameters: circle }
      })(),
    ],
  ])('error: TOOL_SCHEMA_INVALID for %s', (_, more) => {
    expect(register(more)).toThrow(coded('TOOL_SCHEMA_INVALID'))
  })

  test.each([
    ['/properties/a/pattern', { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }],
    ['/patternProperties/^(a+)+$', { patternProperties: { '^(a+)+$': {} } }],
    ['/$defs/b/not/pattern', { $defs: { b: { not: { pattern: 'a.*b' } } } }],
    ['/dependencies/a/pattern', { dependencies: { a: { pattern: '(?=a+)b' } } }],
    ['/default/pattern', { properties: { a: { $ref: '#/default' } }, default: { pattern: '(.)+\\1' } }],
  ])('I44: error: TOOL_SCHEMA_INVALID for a pattern that may block, with its path %s', (path, schema) => {
    expect(register(withSchema(schema))).toThrow(
      expect.objectContaining({
        code: 'TOOL_SCHEMA_INVALID',
        message: expect.stringContaining(`the pattern at ${path} may take more than linear time`),
      }),
    )
  })

  const chain = (length: number, width: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `d${index}`,
        index === length - 1 ? {} : { allOf: Array(width).fill({ $ref: `#/$defs/d${index + 1}` }) },
      ]),
    )
  const tree = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/tree' } } } }
  test.each([
    ['itself', { a: { $ref: '#/$defs/a' } }],
    [
      'itself through others',
      { a: { anyOf: [{ not: { $ref: '#/$defs/b' } }] }, b: { if: { $ref: '#/$defs/a' } } },
    ],
    ['itself where a member is asked for', { a: { dependentSchemas: { x: { $ref: '#/$defs/a' } } } }],
  ])('error: TOOL_SCHEMA_INVALID for a reference that leads back to %s', (_, $defs) => {
    expect(register(withSchema({ properties: { a: { $ref: '#/$defs/a' } }, $defs }))).toThrow(
      expect.objectContaining({
        code: 'TOOL_SCHEMA_INVALID',
        message: expect.stringContaining('a $ref in it leads back to itself'),
      }),
    )
  })

  test.each([
    ['with each reference', { a: { $ref: '#/$defs/d0' } }, chain(12, 2)],
    [
      'with each level of a value',
      { a: { $ref: '#/$defs/t' } },
      { t: { contains: { $ref: '#/$defs/t' }, items: { $ref: '#/$defs/t' } } },
    ],
  ])('error: TOOL_SCHEMA_INVALID for what doubles %s', (_, properties, $defs) => {
    expect(register(withSchema({ properties, $defs }))).toThrow(
      expect.objectContaining({ message: expect.stringContaining('more than 2000 parts') }),
    )
  })

  test('behavior: references that lead on with each level of a value, and a few to the same, are taken', () => {
    const { tools, openFor } = createPluginRegistry()
    const properties = {
      left: { $ref: '#/$defs/tree' },
      right: { $ref: '#/$defs/tree' },
      both: { $ref: '#/$defs/d0' },
    }
    openFor('test').registerTool(tool(withSchema({ properties, $defs: { tree, ...chain(8, 2) } })))
    const schema = tools.get('echo')?.parameters as TSchema
    const deep = (levels: number): object => (levels === 0 ? { kids: 1 } : { kids: [deep(levels - 1)] })
    expect(findSchemaProblems(schema, { left: deep(6) })).toMatchObject([
      { path: `/left${'/kids/0'.repeat(6)}/kids` },
    ])
    expect(findSchemaProblems(schema, { right: { kids: [] }, both: 1 })).toEqual([])
  })

  test('behavior: what a reference leads to is put in the words of JSON Schema, wherever it lies', () => {
    const { tools, openFor } = createPluginRegistry()
    const nullable = { type: 'string', nullable: true }
    const properties = { a: { $ref: '#/components/b' }, c: { items: [{}], additionalItems: nullable } }
    openFor('test').registerTool(tool(withSchema({ properties, components: { b: nullable } })))
    const schema = tools.get('echo')?.parameters as TSchema
    expect(findSchemaProblems(schema, { a: null, c: [1, null] })).toEqual([])
    expect(findSchemaProblems(schema, { a: 1 })).toMatchObject([{ path: '/a' }])
  })

  test('I37: error: TOOL_NAME_TAKEN, REGISTRATION_OVER', () => {
    const registry = createPluginRegistry()
    const api = registry.openFor('test')
    api.registerTool(tool())
    expect(() => registry.openFor('other').registerTool(tool())).toThrow(coded('TOOL_NAME_TAKEN'))
    registry.close()
    expect(() => api.registerTool(tool({ name: 'late' }))).toThrow(coded('REGISTRATION_OVER'))
    expect(() => api.addHook({ name: 'late', when: 'before', check: () => ({ allow: true }) })).toThrow(
      coded('REGISTRATION_OVER'),
    )
  })
})

test.each([
  { name: '', when: 'before', check: () => ({ allow: true }) },
  { name: 'x', when: 'during', check: () => ({ allow: true }) },
  { name: 'x', when: 'before', check: 'code' },
])('error: TOOL_TEXT_INVALID for a hook that could fall through (%#)', (hook) => {
  expect(() =>
    createPluginRegistry()
      .openFor('test')
      .addHook(hook as never),
  ).toThrow(coded('TOOL_TEXT_INVALID'))
})
