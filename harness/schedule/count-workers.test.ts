import { expect, test } from 'vitest'
import { countWorkers } from './count-workers.ts'
import type { Job } from './job.ts'

const count = (kinds: readonly Job['kind'][], durationMs?: number) =>
  countWorkers(
    kinds.map((kind) => ({ kind }) as Job),
    () => durationMs,
  )
const scripted = (jobs: number) => Array.from({ length: jobs }, () => 'scripted' as const)

test('default: a few short jobs share a worker', () => {
  expect([0, 1, 6, 7, 12, 13].map((jobs) => count(scripted(jobs)))).toEqual([0, 1, 1, 2, 2, 3])
  expect(count(scripted(6), 1_999)).toBe(1)
})

test('behavior: a long one has its own, and a property of which nothing is known is long', () => {
  expect(count(scripted(3), 2_000)).toBe(3)
  expect(count(['property', 'property', ...scripted(1)])).toBe(3)
  expect(count(['property', 'property'], 100)).toBe(1)
})
