import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOfParts, type Leg, splitParts } from './split-parts.ts'

const PARTS = 4
const curve = fc.array(fc.option(fc.bigInt({ min: 1n, max: 1_000n }), { nil: undefined }), {
  minLength: PARTS,
  maxLength: PARTS,
})

/** Every way to share the parts out, written out. */
function searchAll(curves: readonly (readonly (bigint | undefined)[])[], parts: number): bigint | undefined {
  const [first, ...rest] = curves
  if (first === undefined) return parts === 0 ? 0n : undefined
  const totals = Array.from({ length: parts + 1 }, (_, own) => {
    const others = searchAll(rest, parts - own)
    const paid = own === 0 ? 0n : first[own - 1]
    return paid === undefined || others === undefined ? undefined : paid + others
  }).filter((total) => total !== undefined)
  return totals.length === 0 ? undefined : totals.reduce((a, b) => (a > b ? a : b))
}

const sum = (legs: readonly Leg<string>[]) =>
  legs.reduce((total, { amountOutBaseUnits }) => total + amountOutBaseUnits, 0n)

test('behavior: pays as much as the best of every way to share it out', () => {
  fc.assert(
    fc.property(fc.array(curve, { minLength: 1, maxLength: 4 }), (curves) => {
      const venues = curves.map((amountsOut, at) => ({ venue: `v${at}`, amountsOut }))
      const legs = splitParts(venues, PARTS)
      expect(legs && sum(legs)).toBe(searchAll(curves, PARTS))
      if (legs === undefined) return
      expect(legs.reduce((parts, leg) => parts + leg.parts, 0)).toBe(PARTS)
      expect(new Set(legs.map(({ venue }) => venue)).size).toBe(legs.length)
    }),
  )
})

test('default: what two like pools pay for halves is more than what one pays for all', () => {
  const amountsOut = [100n, 190n, 270n, 340n]
  const legs = splitParts(
    ['a', 'b'].map((venue) => ({ venue, amountsOut })),
    PARTS,
  )
  expect(legs).toEqual([
    { venue: 'a', parts: 2, amountOutBaseUnits: 190n },
    { venue: 'b', parts: 2, amountOutBaseUnits: 190n },
  ])
})

test('behavior: parts make up the whole', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 200n }), fc.integer({ min: 1, max: 48 }), (total, of) => {
      const parts = Array.from(
        { length: of },
        (_, at) => amountOfParts(total, at + 1, of) - amountOfParts(total, at, of),
      )
      expect(parts.reduce((a, b) => a + b, 0n)).toBe(total)
    }),
  )
})
