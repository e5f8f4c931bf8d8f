import { expect, test } from 'vitest'
import { defineBase } from '../core/base.ts'
import { DEV_ERRORS } from './dev.ts'
import { collectErrors } from './error-table.ts'

const taken = (code: string) =>
  defineBase({ id: 'x', contracts: {}, errors: { [code]: { layer: 'tool', message: 'm', hint: 'h' } } })

test("behavior: a protocol's codes stand beside those of the stack", () => {
  expect(DEV_ERRORS.POOL_NOT_FOUND?.layer).toBe('tool')
  expect(DEV_ERRORS.HALTED?.layer).toBe('halt')
})

test('error: a code that stands twice', () => {
  expect(() => collectErrors([taken('HALTED')])).toThrow('x: the error code HALTED is taken')
  expect(() => collectErrors([taken('NEW'), taken('NEW')])).toThrow('x: the error code NEW is taken')
})
