import { expect, test } from 'vitest'
import type { Job } from './job.ts'
import { orderJobs } from './order-jobs.ts'

const order = (durations: Readonly<Record<string, number | undefined>>) =>
  orderJobs(
    Object.keys(durations).map((id) => ({ id }) as Job),
    ({ id }) => durations[id],
  )
    .map(({ id }) => id)
    .join(' ')

test('default: the shortest first, then what is unknown, then the longest', () => {
  expect(order({ a: 5, b: undefined, c: 70, d: 1, e: undefined, f: 20 })).toBe('d b e c f a')
})

test('behavior: where nothing is known the order stays', () => {
  expect(order({ b: undefined, a: undefined, c: undefined })).toBe('b a c')
  expect(order({ b: 3, a: 3, c: 3 })).toBe('c b a')
  expect(order({})).toBe('')
})
