import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decayedAt, driftBps } from './decay.ts'
import { ORDER } from './order-for-tests.ts'

test('behavior: an amount falls from its start to its end, and rounds towards its start', () => {
  const decay = { decayStartTime: 100n, decayEndTime: 103n }
  const at = (startAmount: bigint, endAmount: bigint) =>
    [99n, 100n, 101n, 102n, 103n, 104n].map((time) => decayedAt({ startAmount, endAmount }, decay, time))
  expect(at(10n, 0n)).toEqual([10n, 10n, 7n, 4n, 0n, 0n])
  expect(at(0n, 10n)).toEqual([0n, 0n, 3n, 6n, 10n, 10n])
  expect(at(5n, 5n)).toEqual([5n, 5n, 5n, 5n, 5n, 5n])
})

test('behavior: time never makes an order worse for who fills it', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 128n })
  const time = fc.bigInt({ min: 0n, max: 10_000n })
  fc.assert(
    fc.property(amount, amount, time, time, (one, other, first, second) => {
      const [startAmount, endAmount] = one > other ? [one, other] : [other, one]
      const [early, late] = first < second ? [first, second] : [second, first]
      const decay = { decayStartTime: 1_000n, decayEndTime: 9_000n }
      const output = (at: bigint) => decayedAt({ startAmount, endAmount }, decay, at)
      expect(output(late)).toBeLessThanOrEqual(output(early))
      expect(output(early)).toBeLessThanOrEqual(startAmount)
      expect(output(late)).toBeGreaterThanOrEqual(endAmount)
    }),
  )
})

test('behavior: drift is the widest change of any amount within five minutes', () => {
  const falling = { ...ORDER.outputs[0], startAmount: 1_000n, endAmount: 400n }
  const order = { ...ORDER, decayStartTime: 0n, decayEndTime: 600n, outputs: [ORDER.outputs[0], falling] }
  expect(driftBps(order, 0n)).toBe(3_000)
  expect(driftBps(order, 600n)).toBe(0)
  expect(driftBps(ORDER, 0n)).toBe(0)
})
