import { expect, test } from 'vitest'
import { advanceClocks } from '../store/clocks.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createToldAmounts } from './told-amounts.ts'

const DAY_MS = 86_400_000

function openAmounts() {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const at = { wallMs: 1_000_000_000 }
  const open = () => createToldAmounts(store, { wallMs: () => at.wallMs })
  const agree = () => advanceClocks(store, { ...at, chainSeconds: at.wallMs / 1_000 })
  return { at, amounts: open(), open, agree }
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
