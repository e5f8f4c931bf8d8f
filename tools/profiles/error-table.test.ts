import { expect, test } from 'vitest'
import { defineBase } from '../core/base.ts'
import { collectErrors, ERROR_TABLE } from './error-table.ts'

const taken = (code: string) =>
  defineBase({ id: 'x', contracts: {}, errors: { [code]: { layer: 'tool', message: 'm', hint: 'h' } } })

test("behavior: a protocol's codes stand beside those of the stack", () => {
  expect(ERROR_TABLE.POOL_NOT_FOUND?.layer).toBe('tool')
  expect(ERROR_TABLE.HALTED?.layer).toBe('halt')
})

test('error: a code that stands twice', () => {
  expect(() => collectErrors([taken('HALTED')])).toThrow('x: the error code HALTED is taken')
  expect(() => collectErrors([taken('NEW'), taken('NEW')])).toThrow('x: the error code NEW is taken')
})
