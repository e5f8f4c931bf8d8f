import { expect, test } from 'vitest'
import { countCells, expandMatrix, fillTree, listReferences, type MatrixCell, pathKey } from './matrix.ts'

const cell = (values: Record<string, unknown>): MatrixCell => ({
  values: new Map(Object.entries(values)),
  indices: new Map(Object.keys(values).map((name) => [name, 0])),
})
const nothing = () => undefined

test('behavior: cells come in the order of the file, the last name varying fastest', () => {
  const matrix = { a: [1, 2], b: ['x', 'y'] }
  const cells = expandMatrix(matrix).map(({ values }) => [...values.values()].join(''))
  expect(cells).toEqual(['1x', '1y', '2x', '2y'])
  expect(countCells(matrix)).toBe(4)
  expect(expandMatrix({})).toHaveLength(1)
})

test('behavior: a text that is nothing but a reference becomes the value itself', () => {
  const { value, origins } = fillTree(
    { mine: '${n}', expect: '${e}' },
    cell({ n: 3, e: { allowed: true } }),
    nothing,
  )
  expect(value).toEqual({ mine: 3, expect: { allowed: true } })
  expect(origins.get(pathKey(['expect']))).toEqual(['matrix', 'e', 0])
})

test('behavior: inside a longer text the value is written out', () => {
  const { value } = fillTree(
    '${n} USDC after ${c.wait}',
    cell({ n: 3, c: { label: 'x', wait: '60s' } }),
    nothing,
  )
  expect(value).toBe('3 USDC after 60s')
})

test('behavior: what such a value refers to is written out as well', () => {
  const resolve = (reference: string) => (reference === 'secret.canary' ? '0x5ec2e7' : undefined)
  const { value } = fillTree('remember ${written}', cell({ written: '${secret.canary}' }), resolve)
  expect(value).toBe('remember 0x5ec2e7')
})

test('behavior: a value of the matrix cannot refer to the matrix, so it cannot run in circles', () => {
  const { value } = fillTree('${a}', cell({ a: '${b}', b: '${a}' }), nothing)
  expect(value).toBe('${b}')
})

test('behavior: what the matrix does not know is left to the caller', () => {
  const asked: string[] = []
  const { value } = fillTree(['${permit}', 'to ${whale}'], cell({}), (reference) => {
    asked.push(reference)
    return reference === 'whale' ? '0xabc' : undefined
  })
  expect(value).toEqual(['${permit}', 'to 0xabc'])
  expect(asked).toEqual(['permit', 'whale'])
})

test('behavior: members that a value only inherits do not count', () => {
  const { value } = fillTree('${c.constructor} ${c.__proto__}', cell({ c: { label: 'x' } }), nothing)
  expect(value).toBe('${c.constructor} ${c.__proto__}')
})

test('behavior: references are listed with their places', () => {
  expect(listReferences({ a: ['x', '${p}'], b: { c: '${q.r}' } })).toEqual([
    { reference: 'p', path: ['a', 1] },
    { reference: 'q.r', path: ['b', 'c'] },
  ])
})
