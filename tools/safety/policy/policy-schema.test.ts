import { expect, test } from 'vitest'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import type { SafetyPolicy } from './policy.ts'
import { assertPolicy } from './policy-schema.ts'

const TOKEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const POLICY = buildPolicy({
  assets: [buildAsset({ token: TOKEN, secondary: { feed: TOKEN, maxStalenessSeconds: 1 } })],
  targets: [{ address: TOKEN, selectors: ['0x12345678'] }],
  rateLimit: { maxCalls: 1, windowSeconds: 1, perTick: 1 },
})

/** Every place of a policy, as the keys that lead to it. */
function listPlaces(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [
    ...(Array.isArray(value) ? [] : [[...at, key]]),
    ...listPlaces(member, [...at, key]),
  ])
}

/** The policy with another member at a place: `undefined` is none. */
function change(place: readonly string[], name: string, member: unknown): SafetyPolicy {
  type Part = Record<string, unknown>
  const policy = structuredClone(POLICY)
  const parent = place.slice(0, -1).reduce<Part>((part, key) => part[key] as Part, policy as unknown as Part)
  delete parent[place.at(-1) as string]
  if (member !== undefined) parent[name] = member
  return policy
}

const OPTIONAL = ['secondary', 'perTick']

test('default: what a policy holds passes, and what may be missing', () => {
  expect(() => assertPolicy(POLICY)).not.toThrow()
  expect(() => assertPolicy({ ...POLICY, guardian: undefined } as never)).not.toThrow()
})

test.each(
  listPlaces(POLICY),
)('I34: a policy whose %s %s %s is misspelt, of another type or missing is refused', (...place) => {
  const name = place.at(-1) as string
  const misspelt = () => assertPolicy(change(place, `${name}x`, 1))
  expect(misspelt).toThrow(`unknown key "${name}x"; did you mean "${name}"?`)
  expect(() => assertPolicy(change(place, name, { other: 'type' }))).toThrow(`/${place.join('/')}`)
  const missing = () => assertPolicy(change(place, name, undefined))
  if (OPTIONAL.includes(name)) expect(missing).not.toThrow()
  else expect(missing).toThrow(name)
})

test.each<[string, Partial<SafetyPolicy>]>([
  ['/limits/perDayUsdc', { limits: { ...POLICY.limits, perDayUsdc: -1n } }],
  ['/rateLimit/windowSeconds', { rateLimit: { maxCalls: 1, windowSeconds: 0 } }],
  ['/maxToleranceBps', { maxToleranceBps: 10_001 }],
  ['/maxClockSkewSeconds', { maxClockSkewSeconds: Number.NaN }],
  ['/maxSignatureSeconds', { maxSignatureSeconds: Number.POSITIVE_INFINITY }],
  ['/guardianTimeoutMs', { guardianTimeoutMs: -1 }],
  ['/spenders/0', { spenders: ['0x1'] }],
])('I34: a policy whose %s is out of bounds is refused', (place, wrong) =>
  expect(() => assertPolicy({ ...POLICY, ...wrong })).toThrow(place))
