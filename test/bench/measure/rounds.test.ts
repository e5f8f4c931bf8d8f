import { expect, test } from 'vitest'
import { measureInTurns, median, medianRatio } from './rounds.ts'

test('default: variants take turns, and every round begins with another one', async () => {
  const order: string[] = []
  const play = (name: string) => async () => order.push(name)
  const samples = await measureInTurns({ a: play('a'), b: play('b') }, { rounds: 2, warmUp: 1 })
  expect(order.join('')).toBe('abbaab')
  expect(samples).toEqual({ a: [4, 5], b: [3, 6] })
})

test('behavior: a ratio compares what was measured in the same round', () => {
  expect(median([9, 1, 5])).toBe(5)
  // A round on a busy machine slows both.
  expect(medianRatio([2, 20, 2], [1, 10, 1])).toBe(2)
})
