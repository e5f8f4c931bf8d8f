import { expect, test } from 'vitest'
import { canRedraw, findColumns } from './describe-terminal.ts'

test('default: lines of a terminal are drawn anew, those of a file or of a dumb terminal are not', () => {
  expect(canRedraw({ isTTY: true }, { TERM: 'xterm-256color' })).toBe(true)
  expect(canRedraw({ isTTY: true }, {})).toBe(true)
  expect(canRedraw({ isTTY: true }, { TERM: 'dumb' })).toBe(false)
  expect(canRedraw({}, { TERM: 'xterm-256color' })).toBe(false)
})

test('behavior: the width is that of the terminal, whichever stream it shows', () => {
  expect(findColumns({ stdout: {}, stderr: { columns: 40 } })).toBe(40)
  expect(findColumns({ stdout: { columns: 40 }, stderr: {} })).toBe(40)
  expect(findColumns({ stdout: {}, stderr: {} })).toBe(100)
})

test('behavior: a terminal that does not know its size is as wide as none', () => {
  expect(findColumns({ stdout: {}, stderr: { columns: 0 } })).toBe(100)
})
