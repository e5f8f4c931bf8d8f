import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DRAWN_PROFILES, drawConfiguration } from './configuration.ts'
import { drawSteps } from './steps.ts'

const SEED = 1
const drawn = fc.sample(drawConfiguration(DRAWN_PROFILES), { numRuns: 400, seed: SEED })
const valuesOf = (read: (members: Readonly<Record<string, never>>) => unknown) =>
  new Set(drawn.map(({ members }) => read(members as Readonly<Record<string, never>>)))
const rateOf = ({ policy }: Readonly<Record<string, never>>) =>
  (policy as { readonly rateLimit?: { readonly perTick?: number } } | undefined)?.rateLimit

test('behavior: some cases bound the attempts of a tick, some have ticks of their own, some neither', () => {
  expect(valuesOf((members) => rateOf(members)?.perTick)).toEqual(new Set([undefined, 0, 1, 2, 3, 5]))
  expect(valuesOf(({ heartbeat }) => heartbeat)).toEqual(new Set([undefined, '1s', '12s', '60s', '600s']))
})

test('behavior: a case that has ticks begins some, and a heartbeat is a time at which something changes', () => {
  const ticking = drawn.filter(({ kinds }) => kinds.includes('tick'))
  expect(ticking.length).toBeGreaterThan(0)
  const steps = ticking
    .slice(0, 20)
    .flatMap((configuration) => fc.sample(drawSteps(configuration), { numRuns: 40, seed: SEED }).flat())
  expect(steps).toContainEqual({ tick: true })
  for (const { members, boundariesSeconds } of drawn) {
    const { heartbeat } = members
    if (heartbeat !== undefined) expect(boundariesSeconds).toContain(Number.parseInt(String(heartbeat), 10))
  }
})
