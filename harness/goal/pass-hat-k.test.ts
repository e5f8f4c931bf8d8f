import { describe, expect, test } from 'vitest'
import { passHatK } from './pass-hat-k.ts'

/** Count the k-subsets of n trials, of which the first c succeeded, that hold successes alone. */
function countByHand(c: number, n: number, k: number): number {
  let [all, good] = [0, 0]
  for (let set = 0; set < 2 ** n; set += 1) {
    const members = Array.from({ length: n }, (_, index) => index).filter((index) => (set >> index) & 1)
    if (members.length !== k) continue
    all += 1
    if (members.every((index) => index < c)) good += 1
  }
  return good / all
}

describe('pass^k', () => {
  test('default: it is the share of the sets of k trials that all succeeded', () => {
    for (let n = 1; n <= 7; n += 1) {
      for (let c = 0; c <= n; c += 1) {
        for (let k = 1; k <= n; k += 1) expect(passHatK(c, n, k)).toBeCloseTo(countByHand(c, n, k), 12)
      }
    }
  })

  test('behavior: pass^1 is the rate, and more trials make it no larger', () => {
    expect(passHatK(3, 4, 1)).toBe(0.75)
    expect([1, 2, 3, 4].map((k) => passHatK(3, 4, k))).toEqual([0.75, 0.5, 0.25, 0])
    expect(passHatK(8, 8, 8)).toBe(1)
  })

  test.each([
    [5, 4, 1],
    [-1, 4, 1],
    [1, 4, 5],
    [1, 4, 0],
    [1.5, 4, 1],
  ])('error: %d of %d trials have no pass^%d', (c, n, k) => {
    expect(() => passHatK(c, n, k)).toThrow(RangeError)
  })
})
