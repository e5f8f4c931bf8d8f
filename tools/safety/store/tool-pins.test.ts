import { describe, expect, test } from 'vitest'
import type { Tool } from '../../core/tool-def.ts'
import { openSafetyDatabase } from './open-database.ts'
import { createSafetyStore } from './store.ts'
import { approveTools, createToolPins } from './tool-pins.ts'

const createStore = () => createSafetyStore(openSafetyDatabase(':memory:'))

/** A tool whose schema has parts of parts. */
const createTool = (changes: object = {}) =>
  ({
    name: 'test_swap',
    description: 'Swap.',
    input: { type: 'object', properties: { amount: { type: 'string' } } },
    execute: () => undefined,
    ...changes,
  }) as unknown as Tool & { input: { properties: { amount: object } } }

test('default: tools are as approved, also where they are made anew', () => {
  const store = createStore()
  createToolPins(store, [createTool()])
  const pins = createToolPins(store, [])
  expect(() => pins.assertPinned(createTool())).not.toThrow()
})

test.each<[string, object]>([
  ['is described otherwise', { description: 'Swap it all.' }],
  ['takes something else', { input: { type: 'object', properties: { amount: { type: 'number' } } } }],
  ['nobody approved', { name: 'test_swap_all' }],
])('error: TOOL_CHANGED for a tool that %s', (_, change) => {
  const pins = createToolPins(createStore(), [createTool()])
  expect(() => pins.assertPinned(createTool(change))).toThrow('TOOL_CHANGED')
})

describe('I37: a definition', () => {
  test('that was approved can change in no part, those of frozen parts included', () => {
    const amount = { type: 'string' }
    const tool = createTool({ input: Object.freeze({ type: 'object', properties: { amount } }) })
    createToolPins(createStore(), [tool]).assertPinned(tool)
    expect(() => Object.assign(tool, { description: 'Swap it all.' })).toThrow(TypeError)
    expect(() => Object.assign(amount, { type: 'number' })).toThrow(TypeError)
  })

  test('is never approved where an accessor can change it all the same', () => {
    let description = 'Swap.'
    const getter = { get: () => description, enumerable: true }
    const tool = createTool({ input: Object.defineProperty({ type: 'object' }, 'description', getter) })
    const store = createStore()
    for (const pins of [createToolPins(store, [tool]), createToolPins(store, [])]) {
      expect(() => pins.assertPinned(tool)).toThrow('TOOL_CHANGED')
    }
    approveTools(store, [createTool(), tool])
    description = 'Swap it all.'
    expect(() => createToolPins(store, []).assertPinned(tool)).toThrow('TOOL_CHANGED')
  })
})
