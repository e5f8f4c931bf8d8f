import { expect, test } from 'vitest'
import { type Aim, isMet, renderEntry } from './figure.ts'

const load = { average: 0, othersCores: 0 }
const figure = (value: number, aim: Aim, ratio?: number) => ({
  ...{ name: 'swaps', value, unit: 'ms', load, aim },
  ...(ratio === undefined ? {} : { ratio }),
})

test.each([
  ['a value up to its bound', figure(10, { atMost: 10 }), true],
  ['a value above it', figure(10.5, { atMost: 10 }), false],
  ['a value from its bound on', figure(3, { atLeast: 3 }), true],
  ['a value below it', figure(2.9, { atLeast: 3 }), false],
  ['a ratio within it, whatever the value', figure(99, { atMost: 1.6 }, 1.5), true],
  ['a ratio beyond it', figure(1, { atMost: 1.6 }, 1.7), false],
])('default: %s', (_, entry, met) => {
  expect(isMet(entry)).toBe(met)
  expect(renderEntry(entry).endsWith(' (MISSED)')).toBe(!met)
})

test('behavior: what has no aim, or could not be measured, misses none', () => {
  expect(isMet({ name: 'swaps', value: 1, unit: 'ms', load })).toBe(true)
  expect(isMet({ name: 'swaps', missing: 'no forge', load })).toBe(true)
})
