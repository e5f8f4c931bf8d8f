import { expect, test } from 'vitest'
import { FUZZ_PROPERTIES } from '../../fuzz/properties.ts'
import { findProperty, writeCommand } from './options.ts'

const property = findProperty(FUZZ_PROPERTIES[0]?.name)

test('default: the command that draws the same cases again', () => {
  expect(writeCommand({ seed: '7', runs: '5' }, property)).toBe(
    './bin/assay.mjs fuzz --property authority --seed 7 --runs 5',
  )
})

test('behavior: no word of it means more to a shell than it says', () => {
  expect(writeCommand({ seed: "my `seed`'s", time: '10m', corpus: '$HOME/my cases' }, property)).toBe(
    "./bin/assay.mjs fuzz --property authority --seed 'my `seed`'\\''s' --time 10m --corpus '$HOME/my cases'",
  )
})
