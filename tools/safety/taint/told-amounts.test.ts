import { expect, test } from 'vitest'
import { advanceClocks } from '../store/clocks.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createToldAmounts, createToldMemory } from './told-amounts.ts'

const DAY_MS = 86_400_000

function openAmounts() {
  const whole = createSafetyStore(openSafetyDatabase(':memory:'))
  const store = whole.onChain(1)
  const at = { wallMs: 1_000_000_000 }
  const open = (memory = createToldMemory(), on = store) =>
    createToldAmounts(on, { wallMs: () => at.wallMs }, memory)
  const memory = createToldMemory()
  const [amounts, beside] = [open(memory), open(memory, whole.onChain(8_453))]
  const agree = () => advanceClocks(store, { ...at, chainSeconds: at.wallMs / 1_000 })
  return { at, amounts, beside, open, agree }
}

test('I42: a wall clock that is ahead for a moment makes no amount forgotten', () => {
  const { at, amounts, open, agree } = openAmounts()
  agree()
  amounts.remember(['133742'], 'a page')
  at.wallMs += DAY_MS
  amounts.remember(['5'], 'an answer')
  at.wallMs -= DAY_MS - 60_000
  for (const each of [amounts, open()]) expect(each.findSource('133742')).toBe('a page')
})

test('I42: what was told while the wall clock was a year ahead is forgotten a day after it was right again', () => {
  const { at, amounts, open, agree } = openAmounts()
  agree()
  at.wallMs += 365 * DAY_MS
  amounts.remember(['133742'], 'a page')
  at.wallMs -= 365 * DAY_MS
  amounts.remember(['5'], 'an answer')
  at.wallMs += DAY_MS - 1_000
  for (const each of [amounts, open()]) expect(each.findSource('133742')).toBe('a page')
  at.wallMs += 1_000
  for (const each of [amounts, open()]) expect(each.findSource('133742')).toBeUndefined()
})

test('behavior: what both clocks have passed is forgotten for good', () => {
  const { at, amounts, open, agree } = openAmounts()
  amounts.remember(['133742'], 'a page')
  at.wallMs += DAY_MS
  agree()
  amounts.remember(['5'], 'an answer')
  for (const each of [amounts, open()]) {
    expect(each.findSource('133742')).toBeUndefined()
    expect(each.findSource('5')).toBe('an answer')
  }
})

test('I42: what is told on one chain is remembered on the other, whatever that is told, and after a restart', () => {
  const { amounts, beside, open } = openAmounts()
  expect(beside.findSource('133742')).toBeUndefined()
  amounts.remember(['133742'], 'a page')
  expect(beside.findSource('133742')).toBe('a page')
  beside.remember(['5'], 'another page')
  for (const each of [amounts, open()]) {
    expect(each.findSource('133742')).toBe('a page')
    expect(each.findSource('5')).toBe('another page')
  }
})

test('I42: what is told too often to be written is remembered on both chains', () => {
  const { amounts, beside } = openAmounts()
  for (let time = 0; time < 61; time += 1) amounts.remember([String(1_000 + time)], 'a page')
  expect(beside.findSource('1060')).toBe('a page')
})

test('I42: an amount that is pushed out by others goes on counting as told, as does whatever says something', () => {
  const { at, amounts, open, agree } = openAmounts()
  agree()
  amounts.remember(['133742'], 'a page')
  at.wallMs += 3_600_000
  amounts.remember(
    Array.from({ length: 4_096 }, (_, index) => `7${index}1`),
    'another page',
  )
  amounts.remember(['999'], 'a third page')
  for (const each of [amounts, open()]) {
    expect(each.findSource('133742')).toBe('more amounts than can be remembered')
    expect(each.findSource('999')).toBe('a third page')
    expect(each.findSource('25')).toBeUndefined()
  }
  at.wallMs += DAY_MS
  for (const each of [amounts, open()]) expect(each.findSource('133742')).toBeUndefined()
})
