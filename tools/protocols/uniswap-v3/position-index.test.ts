import { type Hex, numberToHex, pad } from 'viem'
import { expect, test } from 'vitest'
import { BASE } from './base.ts'
import { INDEX } from './position-index.ts'

const manager = pad('0x01', { size: 20 })
const word = (value: number): Hex => numberToHex(value, { size: 32 })

test('behavior: the ids that an owner has, however many are asked for', () => {
  const asked = INDEX.ask(manager, pad('0x02', { size: 20 }))
  expect(asked).toHaveLength(51)
  expect(INDEX.read([word(2), word(20), word(7), undefined], manager)).toEqual({ keys: [word(20), word(7)] })
  expect(INDEX.read([word(0), undefined], manager)).toEqual({ keys: [] })
})

test('behavior: more than are listed, or no answer at all, is said', () => {
  expect(INDEX.read([word(3), word(20), undefined], manager)).toEqual({
    keys: [word(20)],
    missing: 'the account owns 3 positions, of which 1 are listed',
  })
  expect(INDEX.read([undefined, word(20)], manager)).toEqual({
    keys: [],
    missing: 'the position manager does not answer',
  })
})

test('behavior: of a manager whose staker is known, what lies there is listed as well', () => {
  const { positionManager, staker } = BASE.addresses[1]
  const asked = INDEX.ask(positionManager, pad('0x02', { size: 20 }))
  expect(asked).toHaveLength(51 + 21)
  expect(asked[51]?.data).toContain(staker.slice(2).toLowerCase())
  const own = [word(1), word(20), ...Array.from({ length: 49 }, () => undefined)]
  expect(INDEX.read([...own, word(1), word(7)], positionManager)).toEqual({ keys: [word(20), word(7)] })
  expect(INDEX.read([...own, word(30), word(7)], positionManager)).toEqual({
    keys: [word(20), word(7)],
    missing: '30 positions are staked, of which 1 are listed',
  })
})
