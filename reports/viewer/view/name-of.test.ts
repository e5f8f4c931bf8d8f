import { expect, test } from 'vitest'
import { createNameOf, nameKey, nameWithin } from './name-of.ts'

const ADDRESS = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const nameOf = createNameOf({ [ADDRESS]: 'DAI' })

test('behavior: keys go by the name of the address that they hold', () => {
  expect(nameKey(ADDRESS.toLowerCase(), nameOf)).toBe('DAI')
  expect(nameKey(`0x${'0'.repeat(24)}${ADDRESS.slice(2).toLowerCase()}`, nameOf)).toBe('DAI')
})

test('behavior: a key that nobody knows is shortened', () => {
  const hash = `0x1${'0'.repeat(23)}${ADDRESS.slice(2).toLowerCase()}`
  expect(nameKey(hash, nameOf)).toBe('0x10000000…271d0f')
})

test('behavior: texts are told with names where somebody knows them', () => {
  const key = `0x${'0'.repeat(24)}${ADDRESS.slice(2).toLowerCase()}`
  const unknown = `0x${'1'.repeat(40)}`
  expect(nameWithin(`+5 of ${ADDRESS}, owed ${key}: -1, ${unknown}, ${ADDRESS}00`, nameOf)).toBe(
    `+5 of DAI, owed DAI: -1, ${unknown}, ${ADDRESS}00`,
  )
})
