import { expect, test } from 'vitest'
import { createSkippableTimers } from './skippable-timers.ts'

test('behavior: a timer that waits for longer than one of the machine can wait is set to what that can', () => {
  const set: number[] = []
  const { setTimer } = createSkippableTimers(
    (delayMs) => {
      set.push(delayMs)
      return () => undefined
    },
    () => false,
  )
  for (const days of [1, 2, 18_250]) setTimer(days * 86_400_000, () => undefined)
  expect(set).toEqual([20 * 86_400_000, 2 ** 31 - 1, 2 ** 31 - 1])
})
